create or replace function ff_reschedule_execution(
    p_execution_id uuid,
    p_delay_ms bigint default null,
    p_run_at timestamptz default null,
    p_reason text default null,
    p_actor text default null
)
returns ff_rescheduled_execution
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_reschedule_execution$
declare
    v_execution ff_exec_core;
    v_now timestamptz;
    v_change _change;
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_due_time(p_delay_ms, p_run_at);
    perform _check_audit(p_reason, p_actor);
    perform _check_steering(p_execution_id, 'ff_reschedule_execution');
    v_execution := _lock_execution(p_execution_id);
    v_now := _now_at_gate();
    v_execution := _settled_suspension(v_execution, v_now);
    v_change.verb := 'reschedule';
    if not _is_applicable(v_execution, v_change, v_now) then
        perform _refuse_state('execution_not_eligible', v_execution, v_now);
    end if;
    v_execution := _reschedule_locked(
        v_execution, coalesce(p_run_at, _after_ms(v_now, p_delay_ms)), v_now, p_reason, p_actor
    );
    return (
        p_execution_id,
        'rescheduled',
        _public_state(_effective_state(
            v_execution.state, v_execution.claimable_at, v_execution.lease_expires_at, v_now
        )),
        v_execution.claimable_at,
        greatest(_ms_until(v_execution.claimable_at, v_now), 0)
    )::ff_rescheduled_execution;
end;
$ff_reschedule_execution$;

comment on function ff_reschedule_execution is
$$Sets when an execution is due that waits for a worker, is delayed, or waits for its retry: `p_delay_ms` from now, or at `p_run_at`. With a delay of 0 it can be claimed now.

Operators, and roles that submitted the execution themselves.

Effects: the execution is `waiting` or `delayed`, and due then; at its deadline, if that comes first. Put off, it cannot be claimed by a grant any more; made due now, it stays reserved for the grant that is out. Retries that it has spent stay spent. A sleep of `ff_sleep` ends then. A member of a flow whose dependencies are open again waits for them first. Writes an event.

Idempotent: yes.

Locks: the execution, until the caller's transaction ends.

Errors: ZF201 execution_not_found, ZF202 execution_not_eligible (it is held, suspended, blocked, waits for a limit or for others, or has ended); ZF801 not_authorised for an execution of another role, or in a restricted lane; 22023 and 22004 for arguments (one of `p_delay_ms` and `p_run_at`).

Example:
```sql
select public_state, due_in_ms
from flowfabric.ff_reschedule_execution(
    '0192f0a0-1111-7111-8111-123456789012', 0, p_reason => 'the mail server is back'
);
```
$$;
