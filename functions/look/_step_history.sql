create or replace function _step_history(p_execution_id uuid)
returns setof _history_entry
language sql
stable
as $_step_history$
    select
        h.occurred_at, h.what, s.attempt_index, null::bigint, null, null,
        jsonb_strip_nulls(jsonb_build_object(
            'step_key', s.step_key, 'kind', s.kind, 'signal_name', s.signal_name,
            'child_execution_id', s.child_execution_id, 'total_count', s.total_count
        )) || h.details,
        h.step
    from ff_step as s
    cross join lateral (
        values
        -- a suspension that is a step has entries of its own
        (
            case when s.suspension_id is null then s.begun_at end, 'wait_begun',
            jsonb_strip_nulls(jsonb_build_object('wake_at', s.wake_at)), 11
        ),
        (
            s.saved_at,
            case s.kind when 'value' then 'step_saved' when 'child' then 'spawned'
                else 'wait_ended' end,
            jsonb_strip_nulls(jsonb_build_object('outcome', s.outcome, 'sender', s.sender)), 12
        )
    ) as h (occurred_at, what, details, step)
    where s.execution_id = p_execution_id and h.occurred_at is not null
    union all
    select
        a.ended_at, 'continued_as_new', a.attempt_index, a.lease_epoch, a.worker_id,
        a.worker_instance_id, '{}', 21
    from ff_attempt as a
    where a.execution_id = p_execution_id and a.lease_ended_by = 'continued'
    union all
    select
        r.requested_at, 'cancel_requested', null, null, null, null,
        r.audit || jsonb_build_object('source', r.source, 'cancel_at', r.cancel_at), 30
    from ff_cancel_request as r
    where r.execution_id = p_execution_id
$_step_history$;

comment on function _step_history is
'The entries of ff_history about steps, lives, and a cancellation that was requested.';
