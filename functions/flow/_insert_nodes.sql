create or replace function _insert_nodes(
    p_flow_id uuid,
    p_nodes jsonb,
    p_ids uuid[],
    p_route_ids integer[],
    p_namespace text,
    p_actor text,
    p_now timestamptz,
    p_counted jsonb
)
returns void
language plpgsql
as $_insert_nodes$
declare
    -- once for the flow
    v_caller constant text := _caller()::text;
    v_login constant text := _creating_login();
begin
    insert into ff_exec_core (
        execution_id, flow_id, state, route_id, claimable_at, created_at, updated_at, deadline_at,
        due_at, kind, namespace, created_by, creating_login, creating_actor, tags, policy, input,
        payload, is_limited, quota_policy_id, quota_key, budget_ids, fairness_key, is_counted
    )
    select
        p_ids[n.item],
        p_flow_id,
        case
            when w.has_upstreams then 'children_first'
            when t.due_at > p_now then 'delayed_first'
            else 'waiting_first'
        end::ff_state,
        p_route_ids[n.item],
        case
            when w.has_upstreams then t.deadline_at
            -- a microsecond apart, so that they are claimed in one order
            else least(t.due_at, t.deadline_at) + (n.item - 1) * interval '1 microsecond'
        end,
        p_now,
        p_now,
        t.deadline_at,
        case when w.has_upstreams and t.due_at > p_now then t.due_at end,
        coalesce(n.value ->> 'kind', 'default'),
        p_namespace,
        v_caller,
        v_login,
        p_actor,
        coalesce(nullif(n.value -> 'tags', 'null'), '{}'),
        o.policy,
        case
            when i.empty is null then nullif(n.value -> 'input', 'null')
            else coalesce(nullif(n.value -> 'input', 'null'), '{}') || i.empty
        end,
        case when n.value ? 'payload' then _parse_bytes('payload', n.value ->> 'payload') end,
        nullif(n.value -> 'quota_policy_id', 'null') is not null
        or nullif(n.value -> 'budget_ids', 'null') is not null,
        (n.value ->> 'quota_policy_id')::uuid,
        n.value ->> 'quota_key',
        _uuids_in(n.value -> 'budget_ids'),
        case when _is_fair(l.options) then coalesce(n.value ->> 'fairness_key', '') end,
        p_counted ? (n.value ->> 'lane')
    from jsonb_each(p_nodes) with ordinality as n (key, value, item)
    left join ff_lane as l on l.lane_id = n.value ->> 'lane'
    cross join lateral (
        select
            _merged_policy(
                _default_policy(l.default_policy), nullif(n.value -> 'policy', 'null')
            ) as policy
        -- computed once for each node, although it is used several times
        offset 0
    ) as o
    cross join lateral (
        select jsonb_object_agg(e.key, '[]'::jsonb) as empty
        from _empty_inputs(n.value) as e (key)
    ) as i
    cross join lateral (
        select _has_upstreams(n.value -> 'after') as has_upstreams
    ) as w
    cross join lateral (
        select
            greatest(p_now, coalesce(
                case
                    when n.value ? 'run_at' then _parse_instant('run_at', n.value ->> 'run_at')
                end,
                _after_ms(p_now, (n.value ->> 'delay_ms')::numeric::bigint)
            )) as due_at,
            -- a deadline in the past counts as now: no due time may lie below the clock
            case when d.deadline_at < p_now then p_now else d.deadline_at end as deadline_at
        from (
            select coalesce(
                case
                    when n.value ? 'deadline_at'
                        then _parse_instant('deadline_at', n.value ->> 'deadline_at')
                end,
                _after_ms(p_now, coalesce(
                    n.value ->> 'deadline_ms',
                    o.policy #>> '{timeout_policy,execution_deadline_ms}'
                )::numeric::bigint)
            ) as deadline_at
        ) as d
    ) as t;
    perform _index_tags(n.value ->> 'lane', nullif(n.value -> 'tags', 'null'), array[p_ids[n.item]])
    from jsonb_each(p_nodes) with ordinality as n (key, value, item)
    where nullif(n.value -> 'tags', 'null') <> '{}';
end;
$_insert_nodes$;

comment on function _insert_nodes is
'Writes the executions of a flow: those with upstreams are blocked, the others are due.';
