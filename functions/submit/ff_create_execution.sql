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
    v_item ff_created_item;
    v_execution_id uuid;
    v_now timestamptz;
    v_is_plain boolean;
    v_is_anybody_asleep boolean;
begin
    -- The usual case has a short body of its own, at half the cost: only content, labels and a
    -- route, in a lane without settings. It either writes the execution or leaves the submission,
    -- with all its possible errors, to the general body.
    v_is_plain := num_nonnulls(
        p_delay_ms, p_run_at, p_deadline_ms, p_deadline_at, p_idempotency_key, p_policy,
        p_flow_id, p_quota_policy_id, p_quota_key, p_budget_ids, p_fairness_key,
        p_execution_id, p_actor
    ) = 0;
    if v_is_plain then
        v_is_plain := p_kind collate "C" ~ '^[!-~]+$'
            and p_namespace collate "C" ~ '^[!-~]+$'
            and octet_length(p_kind || p_namespace) <= 256
            and p_tags = '{}'
            and (p_input is null or p_payload is null)
            and (_is_small(p_input) or _json_fault(p_input) is null)
            and (p_payload is null or octet_length(p_payload) <= 8192);
    end if;
    -- the switch of submissions
    if _is_off('ff_submission_switch') is not true then
        v_is_plain := v_is_plain and _default_policy(null) is null and not exists (
            select 1
            from ff_lane as l
            where
                l.lane_id = p_lane_id
                and (
                    l.default_policy is not null
                    or l.state in ('draining', 'disabled')
                    or l.is_restricted
                    or l.has_submitter_limits
                )
        );
    end if;
    if v_is_plain then
        -- One statement. Its lock on the view is gate H, which it has when it reads the route (that
        -- makes it safe to retire one), the clock and the mark.
        insert into ff_new_execution as e (
            execution_id, state, route_id, claimable_at, created_at, updated_at,
            kind, namespace, created_by, creating_login, tags, input, payload
        )
        select
            _new_id(greatest(s.clock_at, s.marked_at)),
            'waiting_first',
            s.route_id,
            greatest(s.clock_at, s.marked_at),
            greatest(s.clock_at, s.marked_at),
            greatest(s.clock_at, s.marked_at),
            p_kind,
            p_namespace,
            -- _caller and _creating_login, written out
            coalesce(s.role_name, session_user::text),
            case
                when s.role_name is not null then nullif(session_user::text, s.role_name)
            end,
            p_tags,
            p_input,
            p_payload
        from (
            -- if the route exists, its lane, priority and capabilities were checked before
            select
                r.route_id,
                _now() as clock_at,
                -- the transaction has an id before it reads the mark: holders are known by it
                case
                    when pg_current_xact_id() is not null
                        then to_timestamp(
                            pg_sequence_last_value('ff_clock_mark'::regclass) / 1e6::float8
                        )
                end as marked_at,
                nullif(current_setting('role'), 'none') as role_name
            from ff_route as r
            where
                r.lane_id = p_lane_id
                and r.priority = p_priority
                and r.required_capabilities = p_required_capabilities
                and r.merged_into is null
                -- implied, and named for the index of routes in use
                and r.retired_at is null
                and not r.has_rules
            -- every session takes the first one, so that duplicates fall out of use
            order by r.route_id
            limit 1
        ) as s
        -- else the mark has to be moved first, as _now_at_gate does it
        where s.clock_at <= s.marked_at + interval '2 seconds'
        returning
            e.execution_id,
            e.claimable_at,
            -- As in _ring. Gate H is held, so a worker that goes to sleep after this read sees that
            -- this transaction is open.
            to_timestamp(pg_sequence_last_value('ff_doorbell_until'::regclass)) > e.claimable_at
        into v_execution_id, v_now, v_is_anybody_asleep;
        if found then
            if v_is_anybody_asleep then
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

Effects: writes one row; a new combination of lane, capabilities and priority also writes a route, a `p_idempotency_key` its key. The lane needs no registration. Without a delay the execution is `waiting`, with one (`p_delay_ms`, `p_run_at`) `delayed` until then; with a deadline that has passed it is `expired` at once. Keys that `p_policy` leaves out come from the lane's default policy as it is now, those that it leaves out too from that of all lanes (`ff_set_default_policy`). With `p_flow_id` the execution is a member of that flow, and can be claimed like any other: give it its dependencies in the same transaction. An attempt begins only when the quota policy `p_quota_policy_id`, under `p_quota_key`, and the budgets `p_budget_ids` admit it; without `p_quota_policy_id`, `p_quota_key` is the key under the quota policy of the lane. In a lane that shares fairly, each `p_fairness_key` is served in turn.

Idempotent: with `p_idempotency_key` (for the policy's `dedup_window_ms`, a day by default, in its namespace; a restricted lane has keys of its own) or `p_execution_id`: the same submission again returns `duplicate` and the first execution's id; a submission with another lane, kind, flow or content under the same key raises. The window begins when the key is taken. If `p_execution_id` exists already, the key is not taken.

Locks: waits only for another open transaction that submits under the same key or id.

Errors: ZF205 idempotency_key_conflict, ZF206 lane_not_accepting, ZF401 flow_not_found, ZF402 flow_already_terminal, ZF601 quota_policy_not_found, ZF602 budget_not_found, ZF803 submitter_limit_exceeded; ZF801 not_authorised in a restricted lane, or when another role owns a limit; 22023 and 22004 for arguments, 22023 also for a `p_execution_id` that is not a UUIDv7 or lies more than a day ahead.

Example:
```sql
select execution_id, outcome, public_state
from flowfabric.ff_create_execution('emails', '{"to": "ada@example.com"}', p_kind => 'welcome');
```
$$;
