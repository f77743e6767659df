create or replace function _try_leases(
    p_fences _fence[],
    out p_row_ids tid[],
    out p_items integer[],
    out p_kept tid[]
)
language plpgsql
as $_try_leases$
declare
    v_hidden constant text[] := _hidden_lanes('claim');
begin
    -- As in _lock_leases, but rows that another transaction has locked are skipped: the other
    -- leases must not run out while this call waits.
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
            where u.execution_id is not null
            group by 1, 2, 3
        ) as f
        inner join ff_exec_core as e
            on e.execution_id = f.execution_id
            and e.state = 'active'
            and e.lease_epoch = f.lease_epoch
            and e.lease_id = f.lease_id
        where
            v_hidden = '{}'
            or not exists (
                select 1
                from ff_route as r
                where r.route_id = e.route_id and r.lane_id = any (v_hidden)
            )
        order by e.execution_id
        for no key update of e skip locked
    ) as l;
    -- leases whose slots another transaction has locked keep their present end
    select array_agg(e.ctid)
    into p_kept
    from ff_exec_core as e
    where
        e.ctid = any (p_row_ids)
        and e.is_limited
        and not _lock_slots(e.execution_id);
end;
$_try_leases$;

comment on function _try_leases is
'Locks the rows whose leases the fences hold, except rows that another transaction has locked. Returns each with the number of its fence, and in p_kept the rows whose lease must not be extended because another transaction has locked their slots.';
