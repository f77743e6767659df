create or replace function ff_wait_signal(
    p_handle text,
    p_step_key text,
    p_signal_name text,
    p_timeout_ms bigint default null
)
returns ff_waited_signal
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_wait_signal$
declare
    v_fence constant _fence := _parse_handle(p_handle);
    v_execution ff_exec_core;
    v_has_parked boolean;
    v_step ff_step;
    v_now timestamptz;
begin
    perform _check_step_key('p_step_key', p_step_key);
    perform _check_name('p_signal_name', p_signal_name, 'label');
    if not _is_duration(p_timeout_ms, 0) then
        perform _raise_invalid('p_timeout_ms', 'must be between 0 and 315360000000');
    end if;
    v_execution := _lock_execution(v_fence.execution_id);
    v_now := _now_at_gate();
    v_has_parked := _may_wait(v_execution, v_fence, v_now);
    v_step := _step_of(v_fence.execution_id, p_step_key, 'signal');
    if v_step.step_key is null then
        v_step := _begin_wait(
            v_execution, p_step_key, 'signal', _after_ms(v_now, p_timeout_ms), v_now
        );
        v_step.signal_name := p_signal_name;
        v_step := _store_step(v_step);
    elsif v_step.signal_name is null then
        -- the key stands for a suspension
        perform _raise('step_kind_mismatch', jsonb_build_object(
            'execution_id', v_fence.execution_id, 'step_key', p_step_key, 'kind', 'suspension'
        ));
    end if;
    v_step := _weigh_or_park(v_execution, v_step, 'suspended_signal', v_now, v_has_parked);
    if v_step.saved_at is not null and not v_has_parked then
        return (
            v_step.outcome, v_step.output, v_step.sender, v_step.received_at
        )::ff_waited_signal;
    end if;
    return ('waiting', null, null, null)::ff_waited_signal;
end;
$ff_wait_signal$;

comment on function ff_wait_signal is
$$Waits for a signal as a step: takes the oldest unused signal of that name, also one that came before, or gives the lease back until one comes.

Signals come from `ff_send_signal`. The transaction that ends the wait, of the sender or of a claim that finds that the timeout has passed, stores its outcome in the step. So a person is never asked again because a worker died after the answer.

Effects: `received`: the signal is used, the caller keeps its lease and goes on. `timed_out`: no signal came in time. `waiting`: the lease ends, the execution is `suspended`, and the next claim after the end of the wait continues the same attempt, whose time starts anew. No retry and no takeover is counted, and their counts begin at 0 again. Without `p_timeout_ms` it waits until its deadline, if it has one. The same handle may begin further waits before the next claim; the execution comes back when the first of them ends.

Idempotent: yes; the first outcome stands; the name of the signal and the timeout are those of the first call. Sent again with the handle of the lease that it gave back, the call returns `waiting`.

Locks: the execution, until the caller's transaction ends.

Errors: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found, ZF211 step_limit_exceeded, ZF212 step_kind_mismatch; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select outcome, payload, sender
from flowfabric.ff_wait_signal(:'handle', 'approval', 'approved', 259200000);
```
$$;
