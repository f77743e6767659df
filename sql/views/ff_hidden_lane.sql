-- noqa: disable=ST05, ST09
-- Restricted lanes, for the views that may be read with SQL: what they call is permitted for the
-- reader, who may not call _hidden_lanes. So this says the same with what everybody may call. Who
-- reads it as array(select …) has it run once, on an empty index where no lane is restricted.
create view ff_hidden_lane as
select
    l.lane_id,
    count(k.verbs) = 0 as is_unknown
from ff_lane as l
cross join (
    select
        coalesce(nullif(current_setting('role'), 'none'), session_user::text)::name as caller,
        (
            select c.relowner
            from pg_class as c
            where c.oid = 'ff_lane'::regclass
        ) as owner_id
) as w
left join lateral (
    select g.verbs
    from ff_lane_grant as g
    left join pg_roles as r on r.rolname = g.role_name
    where
        g.lane_id = l.lane_id
        and (g.role_name = 'public' or pg_has_role(w.caller, r.oid, 'usage'))
) as k on true
where l.is_restricted and not pg_has_role(w.caller, w.owner_id, 'usage')
group by l.lane_id
having not coalesce(bool_or(k.verbs && '{operate,read}'), false);

comment on view ff_hidden_lane is
'The restricted lanes whose work the reader may not see, and whether it may do nothing at all there; for our own use.';
