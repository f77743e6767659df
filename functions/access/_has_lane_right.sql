create or replace function _has_lane_right(p_lane_id text, p_verbs text[])
returns boolean
language plpgsql
stable
as $_has_lane_right$
declare
    v_caller name;
begin
    if not exists (select 1 from ff_lane as l where l.lane_id = p_lane_id and l.is_restricted) then
        return true;
    end if;
    v_caller := _caller();
    -- the owner, and superusers
    return pg_has_role(v_caller, current_user, 'usage') or exists (
        select 1
        from ff_lane_grant as g
        left join pg_roles as r on r.rolname = g.role_name
        where
            g.lane_id = p_lane_id
            and (p_verbs is null or g.verbs && p_verbs)
            and (g.role_name = 'public' or pg_has_role(v_caller, r.oid, 'usage'))
    );
end;
$_has_lane_right$;

comment on function _has_lane_right is
'Whether the caller may do any of p_verbs (null: anything at all) in a lane: it is not restricted, or the caller has the privileges of a role that was granted one of them.';
