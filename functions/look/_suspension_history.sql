create or replace function _suspension_history(p_execution_id uuid)
returns setof _history_entry
language sql
stable
as $_suspension_history$
    select
        h.occurred_at, h.what, s.attempt_index, s.lease_epoch, null, null,
        jsonb_strip_nulls(jsonb_build_object('suspension_id', s.suspension_id) || h.details),
        h.step
    from ff_suspension as s
    cross join lateral (
        values
        (
            s.suspended_at, 'suspended',
            jsonb_build_object('reason_code', s.reason_code, 'requested_by', s.requested_by),
            11
        ),
        (s.escalated_at, 'escalated', '{}', 13),
        (
            s.closed_at, 'suspension_ended',
            jsonb_build_object('close_reason', s.close_reason, 'signal_id', s.closer_signal_id)
            || coalesce(s.close_details, '{}'),
            14
        )
    ) as h (occurred_at, what, details, step)
    where
        s.execution_id = p_execution_id
        and s.has_parked
        and h.occurred_at is not null
    union all
    select
        g.accepted_at, 'signal_delivered', w.attempt_index, null, null, null,
        jsonb_strip_nulls(jsonb_build_object(
            'signal_id', g.signal_id, 'signal_name', g.signal_name,
            'signal_category', g.signal_category,
            'waitpoint_key', w.waitpoint_key, 'source_type', g.source_type,
            'source_identity', g.source_identity, 'effect', g.effect,
            'suspension_id', w.suspension_id
        )),
        12
    from ff_signal as g
    inner join ff_waitpoint as w on w.waitpoint_id = g.waitpoint_id
    where g.execution_id = p_execution_id
$_suspension_history$;

comment on function _suspension_history is
'The entries of ff_history about suspensions and signals.';
