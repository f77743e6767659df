create or replace function ff_explain(
    p_execution_id uuid,
    p_worker_capabilities text[] default null
)
returns setof ff_explained_gate
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $ff_explain$
declare
    v_now constant timestamptz := _now();
    v_execution ff_exec_core;
    v_holder xid;
    v_route ff_route;
    v_limits _limits;
    v_reserved_until timestamptz;
    v_gates _gate[];
    v_deadline_at timestamptz;
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    if p_worker_capabilities is not null then
        perform _check_capabilities('p_worker_capabilities', p_worker_capabilities);
    end if;
    perform _check_execution(p_execution_id, 'read', 'operate');
    select e.*
    into v_execution
    from ff_exec_core as e
    where e.execution_id = p_execution_id;
    v_gates := array[(
        'exists', found, case when found then 'found' else 'not_found' end, '{}'::jsonb,
        case when not found then 'ff_create_execution' end, null
    )::_gate];
    if found then
        select e.xmax
        into v_holder
        from ff_exec_core as e
        where e.execution_id = p_execution_id;
        v_route := _route_of(v_execution);
        v_limits := _limits_in_lane(v_execution, v_route.lane_id);
        v_reserved_until := _reserved_until(v_execution, v_now);
        if v_execution.terminal_at is null and v_execution.deadline_at > v_now then
            v_deadline_at := v_execution.deadline_at;
        end if;
        v_gates := v_gates || array[
            _reason_phase(v_execution, v_now),
            _reason_lane(v_route.lane_id),
            _reason_flow(v_execution),
            _reason_time(v_execution, v_reserved_until, v_now),
            _reason_dependencies(v_execution, v_now),
            _reason_operator(v_execution),
            _reason_budget(v_execution, v_limits, v_now),
            _reason_quota(v_execution, v_limits, v_now),
            _reason_capabilities(v_route, p_worker_capabilities, v_now),
            _reason_grant(v_execution, v_reserved_until, v_now),
            _reason_lease(v_execution, v_now),
            _reason_suspension(v_execution, v_now),
            _reason_deadline(v_execution, v_now),
            _reason_attempts(v_execution, v_now),
            _reason_route(v_execution, v_route),
            _reason_lock(v_holder),
            _reason_position(v_execution, v_route, p_worker_capabilities, v_now)
        ];
    end if;
    return query
    select
        g.ordinal::integer, g.gate, g.passed, g.outcome, g.detail,
        g.changed_by, g.changes_at, _ms_until(g.changes_at, v_now)
    from unnest(
        v_gates || _explained_verdict(v_gates, v_deadline_at)
    ) with ordinality as g (
        gate, passed, outcome, detail, changed_by, changes_at, ordinal
    );
end;
$ff_explain$;

comment on function ff_explain is
$$Explains why an execution does not run: one row for every condition (gate) that it must pass before a claim takes it, and the verdict in the last row.

The gates are `exists`, `phase` (has it ended?), `lane`, `flow` (was it cancelled?), `time` (delay, backoff), `dependencies` (with the blockers: members of its flow, or children), `operator` (was it blocked, by whom and why?), `budget`, `quota`, `capabilities` (with what is missing, and how many live workers have it), `grant`, `lease` (with its holder and remaining time), `suspension` (with the waitpoints, or the signals that its steps wait for), `deadline`, `attempts` (timeouts, takeovers), `route` (do claims look there?), `lock` (does an open transaction hold the row?) and `position` (which work comes before it). For a closed gate `changed_by` names the call or event that would open it, and `changes_at` and `changes_in_ms` say when, if time alone opens it, or if it is the timeout of a suspension, which may end the execution. The gates use the same functions as claims.

The row `verdict` is passed when a claim would return the execution now, provided that it is first in its lane. Then its `outcome` is `claimable`; otherwise it is the first closed gate, and `detail.closed_gates` names all of them. Where the deadline ends the execution before all gates are open, or before a claim comes, `detail.expires_at` and `changes_at` are the deadline. Without `p_worker_capabilities` a worker with all required capabilities is assumed.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select gate, passed, outcome, detail, changed_by, changes_in_ms
from flowfabric.ff_explain('0192f0a0-1111-7111-8111-123456789012', '{gpu}');
```
$$;
