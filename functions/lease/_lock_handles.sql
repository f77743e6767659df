create or replace function _lock_handles(
    p_handles text[],
    out p_row_ids tid[],
    out p_execution_ids uuid[],
    out p_lease_ids uuid[],
    out p_lease_epochs bigint[],
    out p_namespaces text[],
    out p_route_id integer,
    out p_route_ids integer[],
    out p_worker_id text,
    out p_worker_instance_id text,
    out p_are_alike boolean,
    out p_limited_ids uuid[],
    out p_first_expiry_at timestamptz
)
language plpgsql
as $_lock_handles$
declare
    v_execution_ids uuid[];
    v_ttls_ms bigint[];
    v_terms text;
    v_seed bigint;
begin
    select i.p_execution_ids, i.p_ttls_ms
    into v_execution_ids, v_ttls_ms
    from _ids_of_handles(p_handles) as i;
    if v_execution_ids is null then
        p_are_alike := false;
        return;
    end if;
    -- As in ff_complete, a lease is the caller's if its row would be given exactly this handle. The
    -- common part of the handles of first leases is written once.
    v_terms := _terms_of_handle(1, v_ttls_ms[1]);
    v_seed := hashint8extended(1, v_ttls_ms[1]);
    -- Rows are locked in the order of their keys. A handle that is given twice counts once, so
    -- the count then differs from the number of handles.
    select
        array_agg(l.row_id),
        array_agg(l.execution_id),
        array_agg(l.lease_id),
        array_agg(l.lease_epoch),
        case when bool_or(l.namespace <> 'default') then array_agg(l.namespace) end,
        case when min(l.route_id) = max(l.route_id) then min(l.route_id) end,
        case when min(l.route_id) <> max(l.route_id) then array_agg(l.route_id) end,
        min(l.worker_id collate "C"),
        min(l.worker_instance_id collate "C"),
        count(*) = cardinality(p_handles)
        and bool_and(l.flow_id is null and l.parent_id is null and not l.is_counted)
        and min(l.worker_id collate "C") = max(l.worker_id collate "C")
        and min(l.worker_instance_id collate "C") = max(l.worker_instance_id collate "C"),
        array_agg(l.execution_id) filter (where l.is_limited),
        min(l.lease_expires_at)
    into
        p_row_ids, p_execution_ids, p_lease_ids, p_lease_epochs, p_namespaces, p_route_id,
        p_route_ids, p_worker_id, p_worker_instance_id, p_are_alike, p_limited_ids,
        p_first_expiry_at
    from (
        select k.*
        from (
            select
                f.item,
                e.ctid as row_id,
                e.execution_id,
                e.lease_id,
                e.lease_epoch,
                e.lease_expires_at,
                e.flow_id,
                e.parent_id,
                e.namespace,
                e.route_id,
                e.worker_id,
                e.worker_instance_id,
                e.is_limited,
                e.is_counted
            from (
                select distinct on (u.execution_id) u.*
                from unnest(v_execution_ids, v_ttls_ms, p_handles)
                    with ordinality as u (execution_id, ttl_ms, handle, item)
                order by u.execution_id
            ) as f
            inner join ff_exec_core as e
                on e.execution_id = f.execution_id
                and e.state = 'active'
                and case
                    when e.lease_epoch = 1 and f.ttl_ms = v_ttls_ms[1]
                        then _join_handle(e.execution_id, e.lease_id, v_terms, v_seed)
                    else _format_handle(e.execution_id, e.lease_id, e.lease_epoch, f.ttl_ms)
                end = f.handle
            order by e.execution_id
            for no key update of e
        ) as k
        order by k.item
    ) as l;
end;
$_lock_handles$;

comment on function _lock_handles is
'Locks the rows whose leases are those of the handles, in the order of their keys. Returns the values that one event about all of them needs, and whether they are alike: one worker, no flow, no parent, no handle without a row. p_limited_ids: those that have limits.';
