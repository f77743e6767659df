create or replace function ff_list_suspended(
    p_after text default null,
    p_limit integer default 100,
    p_namespace text default null
)
returns setof ff_suspension_summary
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
-- with the namespace at hand, the plan goes along its own index
set plan_cache_mode = force_custom_plan
as $ff_list_suspended$
declare
    v_now constant timestamptz := _now();
    v_hidden constant text[] := _hidden_lanes('read', 'operate', 'approve');
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
        -- an execution keeps its place in the list as long as it is listed
        select s.suspended_at, s.suspension_id
        into v_after_at, v_after_id
        from ff_suspension as s
        inner join ff_exec_core as e
            on e.execution_id = s.execution_id
        inner join ff_route as r on r.route_id = e.route_id
        where
            s.execution_id = p_after::uuid
            and s.closed_at is null
            and r.lane_id <> all (v_hidden);
    end if;
    perform _check_page_key(p_after, v_after_at);
    return query
    select
        e.execution_id, r.lane_id, e.namespace,
        s.suspension_id, s.reason_code, s.suspended_at, _ms_between(s.suspended_at, v_now),
        s.timeout_at, _ms_until(s.timeout_at, v_now), s.timeout_behavior::text,
        s.escalated_at is not null, s.signal_count,
        (extract(epoch from s.suspended_at) * 1000000)::bigint::text
        || ' ' || s.suspension_id::text,
        s.step_key, s.title, s.detail
    from ff_suspension as s
    inner join ff_exec_core as e
        on e.execution_id = s.execution_id
    inner join ff_route as r on r.route_id = e.route_id
    where
        s.closed_at is null
        and (p_after is null or (s.suspended_at, s.suspension_id) > (v_after_at, v_after_id))
        and (p_namespace is null or s.namespace = p_namespace)
        and r.lane_id <> all (v_hidden)
    order by s.suspended_at, s.suspension_id
    limit p_limit;
end;
$ff_list_suspended$;

comment on function ff_list_suspended is
$$Suspended executions, the longest suspended first.

`p_after` is the `page_key` of the last row of the page before, or its execution id. The `page_key` stays valid when the execution is not suspended any more; the execution id is refused then. An execution whose timeout is due is listed until a claim, tick or signal applies it.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: 22023 and 22004 for arguments (`p_limit` is 0 to 1000).

Example:
```sql
select execution_id, reason_code, suspended_since_ms, timeout_in_ms
from flowfabric.ff_list_suspended();
```
$$;
