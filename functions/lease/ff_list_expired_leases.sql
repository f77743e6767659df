create or replace function ff_list_expired_leases(
    p_after text default null,
    p_limit integer default 100,
    p_namespace text default null
)
returns setof ff_expired_lease
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
-- with the namespace at hand, the plan goes along its own index
set plan_cache_mode = force_custom_plan
as $ff_list_expired_leases$
declare
    v_now constant timestamptz := _now();
    v_hidden constant text[] := _hidden_lanes('read', 'operate');
    v_after_at timestamptz;
    v_after_id uuid;
begin
    perform _check_page_size(p_limit);
    if p_namespace is not null then
        perform _check_name('p_namespace', p_namespace, 'label');
    end if;
    if p_after ~ '^[0-9]{1,17} [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
        v_after_at := _instant_of_us(split_part(p_after, ' ', 1)::bigint);
        v_after_id := split_part(p_after, ' ', 2)::uuid;
    elsif p_after ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
        -- an execution id finds a place only while the execution is in the list
        select e.lease_expires_at, e.execution_id
        into v_after_at, v_after_id
        from ff_exec_core as e
        inner join ff_route as r on r.route_id = e.route_id
        where
            e.execution_id = p_after::uuid
            and e.state = 'active'
            and e.lease_expires_at <= v_now
            and r.lane_id <> all (v_hidden);
    end if;
    perform _check_page_key(p_after, v_after_at);
    v_after_at := coalesce(v_after_at, '-infinity');
    v_after_id := coalesce(v_after_id, '00000000-0000-0000-0000-000000000000');
    return query
    select
        l.execution_id, r.lane_id, l.namespace, l.lease_id, l.lease_epoch,
        l.worker_id, l.worker_instance_id,
        l.lease_expires_at, _ms_between(l.lease_expires_at, v_now), l.attempt_index,
        (extract(epoch from l.lease_expires_at) * 1000000)::bigint::text
        || ' ' || l.execution_id::text
    from _lapses(
        v_after_at, v_after_id, p_namespace, v_hidden, p_limit, 50000, v_now
    ) as l
    inner join ff_route as r on r.route_id = l.route_id
    order by l.lease_expires_at, l.execution_id;
end;
$ff_list_expired_leases$;

comment on function ff_list_expired_leases is
$$Leases that ran out and were not taken over yet, the oldest first, including those that are reserved by a reclaim grant.

`p_after` is the `page_key` of the last row of the page before, or its execution id, which is refused when its lease is not in this list any more.

Ticks, which claims run, record lapsed leases within seconds. Among those that lapsed since the last ticks, the call finds the ones that belong to the first 50,000 executions that have come due since.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: 22023 and 22004 for arguments (`p_limit` is 0 to 1000).

Example:
```sql
select execution_id, worker_instance_id, expired_since_ms
from flowfabric.ff_list_expired_leases();
```
$$;
