create or replace function ff_create_execution(
    p_lane_id text,
    p_input jsonb default null,
    p_payload bytea default null,
    p_kind text default 'default',
    p_priority integer default 0,
    p_required_capabilities text[] default '{}',
    p_delay_ms bigint default null,
    p_run_at timestamptz default null,
    p_deadline_ms bigint default null,
    p_deadline_at timestamptz default null,
    p_idempotency_key text default null,
    p_namespace text default 'default',
    p_tags jsonb default '{}',
    p_policy jsonb default null,
    p_flow_id uuid default null,
    p_quota_policy_id uuid default null,
    p_quota_key text default null,
    p_budget_ids uuid[] default null,
    p_fairness_key text default null,
    p_execution_id uuid default null,
    p_actor text default null
)
returns ff_created_execution
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_create_execution$
declare
    v_execution_id uuid;
    v_item ff_created_item;
    v_is_plain boolean;
    v_now timestamptz;
    r_place record;
begin
    -- The usual case has a short body of its own, at half the cost: only content, labels and a
    -- route, in a lane without defaults. It either writes the execution or leaves the submission,
    -- with all its possible errors, to the general body.
    v_is_plain := num_nonnulls(
        p_delay_ms, p_run_at, p_deadline_ms, p_deadline_at, p_idempotency_key, p_policy,
        p_flow_id, p_quota_policy_id, p_quota_key, p_budget_ids, p_fairness_key,
        p_execution_id, p_actor
    ) = 0;
    if v_is_plain then
        v_is_plain := p_kind || ' ' || p_namespace collate "C" ~ '^[!-~]+ [!-~]+$'
            and octet_length(p_kind || p_namespace) <= 256
            and p_tags = '{}'
            and (p_input is null or p_payload is null)
            and (_is_small(p_input) or _json_fault(p_input) is null)
            and (p_payload is null or octet_length(p_payload) <= 8192);
    end if;
    if v_is_plain then
        -- the gate is taken before the route is read, which makes it safe to retire a route
        v_now := _now_at_gate();
        -- if the route exists, its lane, priority and capabilities were checked before
        select
            r.route_id,
            not r.has_rules
            and (
                l.lane_id is null
                or (
                    l.default_policy is null
                    and l.state in ('active', 'paused')
                    and not l.is_restricted
                    and not l.has_submitter_limits
                )
            ) as is_plain,
            -- As in _ring. Gate H is held, so a worker that goes to sleep after this read sees that
            -- this transaction is open.
            (
                select to_timestamp(m.last_value) > v_now
                from ff_doorbell_until as m
            ) as is_anybody_asleep,
            nullif(current_setting('role'), 'none') as role_name
        into r_place
        from ff_route as r
        left join ff_lane as l on l.lane_id = p_lane_id
        where
            r.lane_id = p_lane_id
            and r.priority = p_priority
            and r.required_capabilities = p_required_capabilities
            and r.merged_into is null
            -- implied, and named for the index of routes in use
            and r.retired_at is null
        -- every session takes the first one, so that duplicates fall out of use
        order by r.route_id
        limit 1;
        if found and r_place.is_plain then
            v_execution_id := _new_id(v_now);
            insert into ff_exec_core (
                execution_id, state, route_id, claimable_at, created_at, updated_at,
                kind, namespace, created_by, creating_login, tags, input, payload
            )
            values (
                v_execution_id,
                'waiting_first',
                r_place.route_id,
                v_now,
                v_now,
                v_now,
                p_kind,
                p_namespace,
                -- _caller and _creating_login, written out
                coalesce(r_place.role_name, session_user::text),
                case
                    when r_place.role_name is not null
                        then nullif(session_user::text, r_place.role_name)
                end,
                p_tags,
                p_input,
                p_payload
            );
            if r_place.is_anybody_asleep then
                perform _request_ring(p_lane_id, v_now);
            end if;
            return (
                v_execution_id, 'created', 'waiting'
            )::ff_created_execution;
        end if;
    end if;

    v_item := _submit_checked(row(
        p_lane_id, p_input, p_payload, p_kind, p_priority, p_required_capabilities,
        p_delay_ms, p_run_at, p_deadline_ms, p_deadline_at, p_idempotency_key,
        p_namespace, p_tags, p_policy, p_execution_id, p_actor, p_flow_id,
        p_quota_policy_id, p_quota_key, p_budget_ids, p_fairness_key, null, null
    ));
    return (v_item.execution_id, v_item.outcome, v_item.public_state)::ff_created_execution;
end;
$ff_create_execution$;

comment on function ff_create_execution is
$$Submits one execution: it exists, and can be claimed, once the caller's transaction commits.

Effects: writes one row; a new combination of lane, capabilities and priority also writes a route, a `p_idempotency_key` its key. The lane needs no registration. Without a delay the execution is `waiting`, with one (`p_delay_ms`, `p_run_at`) `delayed` until then; with a deadline that has passed it is `expired` at once. Keys that `p_policy` leaves out come from the lane's default policy as it is now. With `p_flow_id` the execution is a member of that flow, and can be claimed like any other: give it its dependencies in the same transaction. An attempt begins only when the quota policy `p_quota_policy_id`, under `p_quota_key`, and the budgets `p_budget_ids` admit it; without `p_quota_policy_id`, `p_quota_key` is the key under the quota policy of the lane. In a lane that shares fairly, each `p_fairness_key` is served in turn.

Idempotent: with `p_idempotency_key` (for the policy's `dedup_window_ms`, a day by default, in its namespace; a restricted lane has keys of its own) or `p_execution_id`: the same submission again returns `duplicate` and the first execution's id; a submission with another lane, kind, flow or content under the same key raises. The window begins when the key is taken. If `p_execution_id` exists already, the key is not taken.

Locks: waits only for another open transaction that submits under the same key or id.

Errors: ZF205 idempotency_key_conflict, ZF206 lane_not_accepting, ZF401 flow_not_found, ZF402 flow_already_terminal, ZF601 quota_policy_not_found, ZF602 budget_not_found, ZF803 submitter_limit_exceeded; ZF801 not_authorised in a restricted lane, or when another role owns a limit; 22023 and 22004 for arguments, 22023 also for a `p_execution_id` that is not a UUIDv7 or lies more than a day ahead.

Example:
```sql
select execution_id, outcome, public_state
from flowfabric.ff_create_execution('emails', '{"to": "ada@example.com"}', p_kind => 'welcome');
```
$$;
