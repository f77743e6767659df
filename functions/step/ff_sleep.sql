create or replace function ff_sleep(
    p_handle text,
    p_step_key text,
    p_delay_ms bigint default null,
    p_until timestamptz default null
)
returns ff_slept
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_sleep$
declare
    v_fence constant _fence := _parse_handle(p_handle);
    v_execution ff_exec_core;
    v_has_parked boolean;
    v_step ff_step;
    v_now timestamptz;
begin
    perform _check_step_key('p_step_key', p_step_key);
    if p_delay_ms is null and p_until is null then
        perform _raise_null('p_delay_ms');
    elsif p_delay_ms is not null and p_until is not null then
        perform _raise_invalid('p_until', 'must be null when p_delay_ms is given');
    elsif not _is_duration(p_delay_ms, 0) then
        perform _raise_invalid('p_delay_ms', 'must be between 0 and 315360000000');
    elsif not _is_instant(p_until) then
        perform _raise_invalid('p_until', 'must be finite and before the year 10000');
    end if;
    v_execution := _lock_execution(v_fence.execution_id);
    v_now := _now_at_gate();
    v_has_parked := _may_wait(v_execution, v_fence, v_now);
    v_step := _step_of(v_fence.execution_id, p_step_key, 'timer');
    if v_step.step_key is null then
        v_step := _begin_wait(
            v_execution, p_step_key, 'timer', coalesce(p_until, _after_ms(v_now, p_delay_ms)), v_now
        );
        v_step := _store_step(v_step);
    end if;
    v_step := _weigh_or_park(v_execution, v_step, 'delayed_resume', v_now, v_has_parked);
    if v_step.saved_at is not null and not v_has_parked then
        return ('slept', v_step.wake_at, 0)::ff_slept;
    end if;
    return (
        'sleeping', v_step.wake_at, coalesce(_ms_until(v_step.wake_at, v_now), 0)
    )::ff_slept;
end;
$ff_sleep$;

comment on function ff_sleep is
$$Sleeps as a step: gives the lease back until a time, which the first call of the step sets.

The execution needs no worker, no lease and no connection while it sleeps. When it comes back, or after a failure or a takeover, the handler makes the same call again.

Effects: `slept`: the time has come, the caller keeps its lease and goes on. `sleeping`: the lease ends, the execution is `delayed` until `wake_at`, and the next claim continues the same attempt, whose time starts anew: the timeout of an attempt bounds its time between two waits. No retry and no takeover is counted, and their counts begin at 0 again. The deadline of the execution stays. The same handle may begin further waits before the next claim; the execution comes back when the first of them ends.

Idempotent: yes; the wake-up time of the first call stands, unless an operator reschedules the execution. Sent again with the handle of the lease that it gave back, it returns `sleeping`.

Locks: the execution, until the caller's transaction ends.

Errors: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found, ZF211 step_limit_exceeded, ZF212 step_kind_mismatch; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select outcome, remaining_ms from flowfabric.ff_sleep(:'handle', 'cool down', 3600000);
```
$$;
