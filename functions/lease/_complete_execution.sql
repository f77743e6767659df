create or replace function _complete_execution(
    p_fence _fence,
    p_output jsonb,
    p_result bytea,
    p_override jsonb default null
)
returns ff_finished_execution
language plpgsql
as $_complete_execution$
declare
    v_end constant ff_lease_end := case
        when p_override is null then 'completed'::ff_lease_end
        else 'operator_completed'::ff_lease_end
    end;
    v_execution ff_exec_core;
    r_done record;
begin
    if p_override is not null then
        v_execution := _lock_execution(p_fence.execution_id);
    end if;
    -- One fenced update decides yes. Whatever it does not hit goes to the lock and the ladder,
    -- which raises, or lets the second round through (a renewal was in flight).
    for v_round in 1..2 loop
        update ff_exec_core as e
        set
            state = 'completed',
            claimable_at = null,
            terminal_at = c.now,
            updated_at = c.now,
            lease_ended_at = c.now,
            lease_ended_by = 'completed',
            output = p_output,
            result = p_result
        from (select _now() as now offset 0) as c
        where
            e.execution_id = p_fence.execution_id
            and e.state = 'active'
            and e.lease_epoch = p_fence.lease_epoch
            and e.lease_id = p_fence.lease_id
            -- a handle names no attempt: the lease implies it
            and (
                num_nonnulls(p_fence.attempt_id, p_fence.attempt_index) = 0
                or (e.attempt_id, e.attempt_index) = (p_fence.attempt_id, p_fence.attempt_index)
            )
        returning
            -- evaluated after the update got its lock, which it may have waited for
            _now() as finished_at,
            e.terminal_at,
            e.lease_expires_at,
            e.flow_id,
            e.namespace,
            e.tags,
            e.worker_id,
            e.worker_instance_id,
            e.is_limited
        into r_done;
        exit when found;
        v_execution := _lock_execution(p_fence.execution_id);
        if _ended_lease(v_execution, p_fence, v_end) or _ended_attempt(p_fence, v_end) then
            return (
                p_fence.execution_id, 'completed', true
            )::ff_finished_execution;
        end if;
        perform _check_fence(v_execution, p_fence, _now());
    end loop;

    if r_done.finished_at >= least(
        r_done.lease_expires_at, r_done.terminal_at + interval '100 milliseconds'
    ) then
        r_done.terminal_at := r_done.finished_at;
        perform _judge_late_completion(
            p_fence.execution_id, p_fence.lease_epoch,
            r_done.lease_expires_at, r_done.finished_at
        );
    end if;

    lock table ff_gate_e in row share mode;
    insert into ff_event (
        kind, outcome, occurred_at, execution_id, lease_id, lease_epoch,
        flow_id, namespace, tags, worker_id, worker_instance_id, details
    )
    values (
        'completed',
        'success',
        r_done.terminal_at,
        p_fence.execution_id,
        p_fence.lease_id,
        p_fence.lease_epoch,
        r_done.flow_id,
        nullif(r_done.namespace, 'default'),
        nullif(r_done.tags, '{}'),
        r_done.worker_id,
        r_done.worker_instance_id,
        p_override
    );
    if p_override is not null then
        perform _end_lease_as_operator(v_execution, v_end, r_done.terminal_at, p_override);
    end if;
    if r_done.is_limited then
        perform _release_limits(p_fence.execution_id, true);
    end if;
    if r_done.flow_id is not null then
        perform _end_member(p_fence.execution_id);
    end if;
    return (
        p_fence.execution_id, 'completed', false
    )::ff_finished_execution;
end;
$_complete_execution$;

comment on function _complete_execution is
'Completes an execution for the holder of its lease: the typed call, and whatever the quick way of ff_complete does not hit.';
