create or replace function ff_issue_grant_and_claim(
    p_execution_id uuid,
    p_lane_id text,
    p_lease_ttl_ms bigint default 30000,
    p_reason text default null,
    p_actor text default null
)
returns ff_claimed_execution
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_issue_grant_and_claim$
declare
    v_execution ff_exec_core;
    v_now timestamptz;
    v_claimed ff_claimed_execution;
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_name('p_lane_id', p_lane_id, 'lane');
    perform _check_lease_ttl('p_lease_ttl_ms', p_lease_ttl_ms);
    perform _check_audit(p_reason, p_actor);
    perform _check_execution(p_execution_id, 'operate');
    v_execution := _lock_execution(p_execution_id);
    v_now := _now_at_gate();
    v_execution := _settled_suspension(v_execution, v_now);
    perform _route_of(v_execution, p_lane_id);
    if _is_active(v_execution.state) then
        perform _raise('lease_conflict', jsonb_build_object('execution_id', p_execution_id));
    end if;
    -- the state of a lane is set by operators, and does not stop them
    perform _check_waiting(v_execution, null, v_now);
    -- by the clock itself: after the clock was set back, the moment of _now_at_gate is ahead of it
    perform _refuse_while_granted(v_execution, _now());

    v_claimed := _lease_granted(
        v_execution, p_lane_id, v_now,
        'operator', 'operator-' || pg_backend_pid()::text, p_lease_ttl_ms
    );
    v_execution.lease_id := v_claimed.lease_id;
    v_execution.lease_epoch := v_claimed.lease_epoch;
    v_execution.worker_id := 'operator';
    v_execution.worker_instance_id := 'operator-' || pg_backend_pid()::text;
    perform _record_event(
        'operator_claimed', v_execution, v_now, p_audit => _audit(p_reason, p_actor)
    );
    return v_claimed;
end;
$ff_issue_grant_and_claim$;

comment on function ff_issue_grant_and_claim is
$$Leases one waiting execution to the calling operator, without regard to the queue, to required capabilities and to the state of its lane.

Effects: the execution becomes `active`, held by worker `operator`; an attempt that was interrupted continues. No grant remains. Writes an event with the actor and the reason.

Idempotent: no.

Locks: the execution, until the caller's transaction ends.

Errors: ZF201 execution_not_found, ZF202 execution_not_eligible, ZF303 grant_already_exists, ZF306 lease_conflict, ZF603 rate_limit_exceeded, ZF604 concurrency_limit_exceeded, ZF605 budget_exceeded; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select handle, attempt_type
from flowfabric.ff_issue_grant_and_claim(
    '0192f0a0-1111-7111-8111-123456789012', 'emails', p_reason => 'by hand'
);
```
$$;
