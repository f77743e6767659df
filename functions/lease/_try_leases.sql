create or replace function _try_leases(
    p_handles text[],
    p_ttl_ms bigint,
    out p_row_ids tid[],
    out p_items integer[],
    out p_ttls_ms bigint[],
    out p_expiries timestamptz[]
)
language plpgsql
-- else its statement is planned anew in each call: the conditions on the roles seem to be worth it
set plan_cache_mode = force_generic_plan
as $_try_leases$
declare
    v_roles constant name[] := _roles_in_lanes();
    v_execution_ids uuid[];
    v_ttls_ms bigint[];
begin
    select i.p_execution_ids, i.p_ttls_ms
    into v_execution_ids, v_ttls_ms
    from _ids_of_handles(p_handles) as i;
    if v_execution_ids is null then
        select array_agg(f.execution_id), array_agg(f.lease_ttl_ms)
        into v_execution_ids, v_ttls_ms
        from unnest(_parse_handles(p_handles)) as f;
    end if;
    -- As in ff_renew, a lease is the caller's if its row would be given exactly this handle. Rows
    -- that another transaction has locked are skipped: the other leases must not run out while
    -- this call waits.
    select
        array_agg(l.row_id),
        array_agg(l.item),
        array_agg(case
            -- leases whose slots another transaction has locked keep their present end
            when not l.is_limited or _lock_slots(l.execution_id) then coalesce(p_ttl_ms, l.ttl_ms)
        end),
        array_agg(l.lease_expires_at)
    into p_row_ids, p_items, p_ttls_ms, p_expiries
    from (
        -- handles of one lease count once, also with different times to live
        select distinct on (k.execution_id) k.*
        from (
            select
                e.ctid as row_id,
                e.execution_id,
                f.item::integer as item,
                f.ttl_ms,
                e.lease_expires_at,
                e.is_limited
            from unnest(v_execution_ids, v_ttls_ms, p_handles)
                with ordinality as f (execution_id, ttl_ms, handle, item)
            inner join ff_exec_core as e
                on e.execution_id = f.execution_id
                and e.state = 'active'
                and _format_handle(e.execution_id, e.lease_id, e.lease_epoch, f.ttl_ms) = f.handle
            where
                f.ttl_ms between 1 and 86400000
                and (
                    v_roles is null
                    or not exists (
                        select 1
                        from ff_route as r
                        inner join _lanes_closed_to(v_roles, 'claim') as c
                            on c.lane_id = r.lane_id
                        where r.route_id = e.route_id
                    )
                )
            order by e.execution_id
            for no key update of e skip locked
        ) as k
        order by k.execution_id, k.item
    ) as l;
end;
$_try_leases$;

comment on function _try_leases is
'Locks the rows whose leases the handles hold, except rows that another transaction has locked. Returns each with the number of its handle, the time to live that it asks for (null: the lease keeps its present end, for another transaction has locked its slots) and its present end.';
