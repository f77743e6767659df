create or replace function _history(p_execution_id uuid)
returns setof _history_entry
language sql
stable
as $_history$
    select
        e.created_at, 'submitted', null::integer, null::bigint, null, null,
        jsonb_strip_nulls(jsonb_build_object(
            'created_by', e.created_by, 'session_user', e.creating_login,
            'actor', e.creating_actor
        )),
        0
    from ff_exec_core as e
    where e.execution_id = p_execution_id
    union all
    select
        a.started_at, 'attempt_started', a.attempt_index, a.lease_epoch,
        a.worker_id, a.worker_instance_id,
        jsonb_build_object('attempt_type', a.attempt_type, 'attempt_id', a.attempt_id),
        10
    from ff_attempt_item as a
    where a.execution_id = p_execution_id
    union all
    select
        a.ended_at, 'attempt_ended', a.attempt_index, a.lease_epoch,
        a.worker_id, a.worker_instance_id,
        jsonb_strip_nulls(jsonb_build_object(
            'outcome', a.outcome, 'failure_reason', a.failure_reason,
            'failure_category', a.failure_category, 'retry_at', a.retry_at
        )),
        20
    from ff_attempt_item as a
    where
        a.execution_id = p_execution_id
        and a.ended_at is not null
    union all
    select
        h.occurred_at, h.what, h.attempt_index, h.lease_epoch, h.worker_id,
        h.worker_instance_id, h.details, h.step
    from _operator_history(p_execution_id) as h
    union all
    select
        e.lease_expires_at, 'lease_lapsed', e.attempt_index, e.lease_epoch,
        e.worker_id, e.worker_instance_id, '{}',
        15
    from ff_exec_core as e
    where
        e.execution_id = p_execution_id
        -- no takeover has followed; otherwise the entry of the attempt's end shows the lapse
        and e.state = 'active'
        and e.lease_expires_at <= _now()
    union all
    -- only the last one until the next claim, because an execution may be delayed every second
    select
        e.lease_ended_at, 'handed_back', e.attempt_index, e.lease_epoch,
        e.worker_id, e.worker_instance_id,
        jsonb_build_object('due_at', greatest(e.claimable_at, e.lease_ended_at)),
        25
    from ff_exec_core as e
    where
        e.execution_id = p_execution_id
        and e.lease_ended_by = 'delayed'
        and e.terminal_at is null
    union all
    -- no event is written for this: it may happen every few seconds
    select
        w.waits_since, 'refused_by_limit', e.attempt_index, null, null, null,
        jsonb_build_object('limit_id', w.limit_id, 'blocking_reason', v.blocking_reason),
        5
    from ff_admission_wait as w
    inner join ff_exec_core as e
        on e.execution_id = w.execution_id
    inner join ff_state_vector as v on v.state = e.state
    where w.execution_id = p_execution_id
    union all
    select
        e.terminal_at, 'ended', e.attempt_index, e.lease_epoch, null, null,
        _described_end(e), 40
    from ff_exec_core as e
    where
        e.execution_id = p_execution_id
        and e.terminal_at is not null
    union all
    select
        h.occurred_at, h.what, h.attempt_index, h.lease_epoch, h.worker_id,
        h.worker_instance_id, h.details, h.step
    from _suspension_history(p_execution_id) as h
    union all
    select
        h.occurred_at, h.what, h.attempt_index, h.lease_epoch, h.worker_id,
        h.worker_instance_id, h.details, h.step
    from _step_history(p_execution_id) as h
    union all
    select
        h.occurred_at, h.what, h.attempt_index, h.lease_epoch, h.worker_id,
        h.worker_instance_id, h.details, h.step
    from _flow_history(p_execution_id) as h
$_history$;

comment on function _history is
'The entries of ff_history, from the row, its attempts, its suspensions, its steps, its flow and the events of operators.';
