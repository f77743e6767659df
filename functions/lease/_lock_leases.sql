create or replace function _lock_leases(
    p_fences _fence[],
    p_left_out integer[],
    out p_row_ids tid[],
    out p_items integer[]
)
language plpgsql
as $_lock_leases$
declare
    v_roles constant name[] := _roles_in_lanes();
begin
    -- Only rows whose lease is the caller's are locked, in the order of their keys; a handle
    -- that is given twice counts once.
    select array_agg(l.row_id), array_agg(l.item)
    into p_row_ids, p_items
    from (
        select e.ctid as row_id, f.item
        from (
            select
                u.execution_id, u.lease_epoch, u.lease_id, min(u.item)::integer as item
            from unnest(p_fences) with ordinality as u (
                execution_id, attempt_index,
                lease_epoch, lease_id, attempt_id, lease_ttl_ms, item
            )
            where u.execution_id is not null and u.item <> all(p_left_out)
            group by 1, 2, 3
        ) as f
        inner join ff_exec_core as e
            on e.execution_id = f.execution_id
            and e.state = 'active'
            and e.lease_epoch = f.lease_epoch
            and e.lease_id = f.lease_id
        where
            v_roles is null
            or not exists (
                select 1
                from ff_route as r
                inner join _lanes_closed_to(v_roles, 'claim') as c
                    on c.lane_id = r.lane_id
                where r.route_id = e.route_id
            )
        order by e.execution_id
        for no key update of e
    ) as l;
end;
$_lock_leases$;

comment on function _lock_leases is
'Locks the rows whose leases the fences hold, in the order of their keys. Returns each with the number of its fence.';
