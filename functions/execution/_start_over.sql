create or replace function _start_over(p_execution ff_exec_core, p_now timestamptz)
returns void
language plpgsql
as $_start_over$
begin
    -- The row has room for one attempt: the last one is stored as a record. A retried or taken over
    -- attempt has its record already.
    insert into ff_attempt (
        execution_id, attempt_index, attempt_id, attempt_type, outcome,
        worker_id, worker_instance_id, lease_id, lease_epoch, started_at, ended_at,
        lease_ended_by, failure_reason, failure_category, failure_detail, retry_at
    )
    select
        a.execution_id, a.attempt_index, a.attempt_id, a.attempt_type, a.outcome,
        a.worker_id, a.worker_instance_id, a.lease_id, a.lease_epoch, a.started_at, a.ended_at,
        case
            -- a lease that was taken from its holder counts as revoked, not as ended by the holder
            when p_execution.lease_ended_by = 'cancelled'
                and p_execution.cancelled_by is distinct from 'lease_holder'
                then 'revoked'
            else p_execution.lease_ended_by
        end,
        a.failure_reason, a.failure_category, a.failure_detail, a.retry_at
    from ff_attempt_item as a
    where
        a.execution_id = p_execution.execution_id
        and a.attempt_index = p_execution.attempt_index
    on conflict do nothing;

    update ff_exec_core as e
    set
        state = 'waiting_replay',
        route_id = _live_route(e.route_id),
        claimable_at = p_now,
        terminal_at = null,
        deadline_at = _after_ms(
            p_now, (e.policy #>> '{timeout_policy,execution_deadline_ms}')::numeric::bigint
        ),
        due_at = null,
        attempt_deadline_at = null,
        retry_count = 0,
        lease_reclaim_count = 0,
        replay_count = e.replay_count + 1,
        is_cancel_requested = false,
        progress_percent = null,
        progress_message = null,
        failure_reason = null,
        failure_category = null,
        failure_detail = null,
        cancellation_reason = null,
        cancelled_by = null,
        output = null,
        result = null,
        updated_at = p_now
    where e.execution_id = p_execution.execution_id;
    delete from ff_cancel_request as r where r.execution_id = p_execution.execution_id;
    -- waits without an outcome begin anew; a time to sleep stands
    delete from ff_step as s
    where
        s.execution_id = p_execution.execution_id
        and s.saved_at is null
        and s.kind <> 'timer';
    if found then
        perform _recount_steps(p_execution.execution_id);
    end if;
    if p_execution.is_parent then
        perform _add_flow_todo(
            'replay_children', array[p_execution.execution_id],
            p_replay_count => p_execution.replay_count + 1
        );
    end if;
    delete from ff_unsuccessful as u where u.execution_id = p_execution.execution_id;
    perform _ring_route(p_execution.route_id, p_now);
end;
$_start_over$;

comment on function _start_over is 'Makes a finished execution wait for a new attempt.';
