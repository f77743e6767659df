create or replace function _check_lane(p_lane_id text, variadic p_verbs text[])
returns void
language plpgsql
stable
as $_check_lane$
begin
    if not _has_lane_right(p_lane_id, p_verbs) then
        perform _raise('not_authorised', jsonb_build_object(
            'lane_id', p_lane_id, 'verbs', p_verbs,
            'caller', _caller(), 'session_user', session_user
        ), coalesce(
            _role_that_helps(array(
                select g.role_name
                from ff_lane_grant as g
                where g.lane_id = p_lane_id and (p_verbs is null or g.verbs && p_verbs)
                union all
                select 'ff_operator'
                where not exists (
                    select 1
                    from ff_lane as l
                    where l.lane_id = p_lane_id and l.restricted_by is not null
                )
                order by 1
            )),
            format(
                'Ask an operator of lane "%s" for a grant%s (ff_grant_lane).',
                p_lane_id, ' of ' || array_to_string(p_verbs, ' or ')
            )
        ));
    end if;
end;
$_check_lane$;

comment on function _check_lane is
'Refuses a caller who may do none of p_verbs in a lane that is restricted.';
