create or replace function ff_spawn(
    p_handle text,
    p_step_key text,
    p_lane_id text,
    p_input jsonb default null,
    p_payload bytea default null,
    p_options jsonb default '{}'
)
returns ff_spawned_child
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_spawn$
declare
    v_execution_id uuid;
    v_child_id uuid;
    v_ttl_ms bigint;
    v_kind text;
    v_is_plain boolean;
    v_now timestamptz;
    r_held record;
begin
    -- The usual case has a short body of its own, as in ff_create_execution: a parent that has
    -- spawned before, a child with content, a kind and a route. It either writes the child or
    -- leaves the call to the general body.
    v_kind := coalesce(p_options ->> 'kind', 'default');
    v_is_plain := p_options - array['kind', 'on_parent_end'] = '{}'
        and coalesce(jsonb_typeof(p_options -> 'kind'), 'string') = 'string'
        and coalesce(p_options ->> 'on_parent_end', 'cancel') in ('cancel', 'leave')
        and octet_length(p_step_key) between 1 and 200
        and octet_length(v_kind) between 1 and 256
        and p_step_key || v_kind collate "C" !~ '[^ -~]'
        and p_payload is null
        and _is_small(p_input);
    if v_is_plain then
        begin
            v_execution_id := left(p_handle, 36)::uuid;
            v_ttl_ms := substr(p_handle, 95, 8)::bigint;
        exception
            when data_exception then
                v_execution_id := null;
        end;
        -- the gate is taken before the route is read, which makes it safe to retire a route
        v_now := _now_at_gate();
        -- One statement locks the parent and looks at the rest. If it has waited for the lock, the
        -- rest may be old: then the step conflicts, and the general body looks again.
        select
            e.attempt_index,
            e.lease_expires_at,
            r.route_id,
            n.place, n.step_count, n.byte_count,
            e.is_parent
            and e.retry_count + e.lease_reclaim_count = 0
            and not r.has_rules
            and _default_policy(l.default_policy) is null
            and coalesce(l.state in ('active', 'paused') and not l.has_submitter_limits, true)
            and not exists (select 1 from ff_lane as o where o.is_restricted)
            and n.step_count < 10000
            and n.byte_count <= 268435256 as is_plain,
            -- As in _ring. Gate H is held, so a worker that goes to sleep after this read sees that
            -- this transaction is open.
            (
                select to_timestamp(m.last_value) > v_now
                from ff_doorbell_until as m
            ) as is_anybody_asleep,
            nullif(current_setting('role'), 'none') as role_name
        into r_held
        from ff_exec_core as e
        cross join lateral (
            select s.place, s.step_count, s.byte_count
            from ff_step as s
            where s.execution_id = e.execution_id
            order by s.place desc
            limit 1
        ) as n
        cross join lateral (
            select o.route_id, o.has_rules
            from ff_route as o
            where
                o.lane_id = p_lane_id
                and o.priority = 0
                and o.required_capabilities = '{}'
                and o.merged_into is null
                -- implied, and named for the index of routes in use
                and o.retired_at is null
            -- every session takes the first one, so that duplicates fall out of use
            order by o.route_id
            limit 1
        ) as r
        left join ff_lane as l on l.lane_id = p_lane_id
        where
            e.execution_id = v_execution_id
            and e.state = 'active'
            and _format_handle(e.execution_id, e.lease_id, e.lease_epoch, v_ttl_ms) = p_handle
        for no key update of e;
        v_is_plain := r_held.is_plain and r_held.lease_expires_at > _now();
    end if;
    if v_is_plain then
        v_child_id := _new_id(v_now, _partition_of(v_execution_id));
        insert into ff_step (
            execution_id, step_key, kind, place, attempt_index, step_count, byte_count, saved_at,
            child_execution_id, ends_with_parent
        )
        values (
            v_execution_id, p_step_key, 'child', r_held.place + 1, r_held.attempt_index,
            r_held.step_count + 1, r_held.byte_count + octet_length(p_step_key), v_now, v_child_id,
            _ends_with_parent(p_options)
        )
        on conflict do nothing;
        if found then
            insert into ff_exec_core (
                execution_id, state, route_id, claimable_at, created_at, updated_at,
                kind, namespace, created_by, creating_login, tags, input,
                parent_id, parent_step_key
            )
            values (
                v_child_id,
                'waiting_first',
                r_held.route_id,
                v_now,
                v_now,
                v_now,
                v_kind,
                'default',
                -- _caller and _creating_login, written out
                coalesce(r_held.role_name, session_user::text),
                case
                    when r_held.role_name is not null
                        then nullif(session_user::text, r_held.role_name)
                end,
                '{}',
                p_input,
                v_execution_id,
                p_step_key
            );
            if r_held.is_anybody_asleep then
                perform _request_ring(p_lane_id, v_now);
            end if;
            return (p_step_key, v_child_id, 'spawned', 'waiting')::ff_spawned_child;
        end if;
    end if;
    return _spawn(
        _parse_handle(p_handle), p_step_key, p_lane_id, p_input, p_payload, p_options
    );
end;
$ff_spawn$;

comment on function ff_spawn is
$$Submits a child as a step: once for as long as its parent is kept.

`p_options` are the other arguments of `ff_create_execution` without their `p_`, and `on_parent_end`: what becomes of the child if it has not ended when its parent ends otherwise than completed: `cancel` (the default) or `leave`. The caller needs the right to submit in the child's lane where that is restricted.

A child is an execution like any other. Its parent waits for it with `ff_await_children` and reads its result with `ff_list_children`. It is kept at least until its parent has ended. When a parent is replayed, the children that its end had cancelled are replayed as well.

Effects: `spawned`: the child is submitted, and the step has its id. The counts of retries and takeovers begin at 0 again. `already_spawned`: nothing is written, whatever the other arguments are.

Idempotent: yes, by the step key. An `idempotency_key` or `execution_id` that stands for an execution which this step has not spawned is a conflict.

Locks: the parent, until the caller's transaction ends; as `ff_create_execution`.

Errors: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found, ZF205 idempotency_key_conflict, ZF206 lane_not_accepting, ZF211 step_limit_exceeded, ZF212 step_kind_mismatch, ZF401 flow_not_found, ZF402 flow_already_terminal, ZF601 quota_policy_not_found, ZF602 budget_not_found, ZF803 submitter_limit_exceeded; ZF801 not_authorised in a restricted lane, or when another role owns a limit; 22023 and 22004 for arguments.

Example:
```sql
select execution_id, outcome
from flowfabric.ff_spawn(:'handle', 'thumbnail 1', 'pictures', '{"picture": 1}');
```
$$;
