-- noqa: disable=ST05, ST09
-- Restricted lanes, for the views that may be read with SQL: functions in a view run with the
-- rights of the reader, who may not call _hidden_lanes. So this view does the same with functions
-- that all roles may call. Read as array(select …) it runs once, on an empty index where no lane is
-- restricted.
create view ff_hidden_lane as
select
    l.lane_id,
    count(k.verbs) = 0 as is_unknown
from ff_lane as l
cross join (
    -- of the current user: code of a table that a session maintains runs as the table's owner
    with recursive m (role_id, rolname, is_inheriting) as (
        select
            r.oid,
            r.rolname,
            r.rolinherit
        from pg_roles as r
        where r.rolname = current_user
        union
        select
            g.oid,
            g.rolname,
            g.rolinherit
        from m
        inner join pg_auth_members as a on a.member = m.role_id
        inner join pg_roles as g on g.oid = a.roleid
        where coalesce((to_jsonb(a) ->> 'inherit_option')::boolean, m.is_inheriting)
    )

    select
        array_agg(m.rolname) as role_names,
        coalesce(bool_or(m.role_id = c.relowner), false) as is_owner,
        coalesce(bool_or(m.rolname = 'ff_operator'), false) as is_operator
    from pg_class as c
    left join m on true
    where c.oid = 'ff_lane'::regclass
) as w
left join lateral (
    select g.verbs
    from ff_lane_grant as g
    where
        g.lane_id = l.lane_id
        and (g.role_name = 'public' or g.role_name = any(w.role_names))
) as k on true
where l.is_restricted and not w.is_owner and not (l.restricted_by is null and w.is_operator)
group by l.lane_id
having not coalesce(bool_or(k.verbs && '{operate,read}'), false);

comment on view ff_hidden_lane is
'The restricted lanes whose work the reader may not see, and whether it may do nothing at all there; for our own use.';
