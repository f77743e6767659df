create or replace function _keep_operator_events(p_slot integer, p_from_id bigint, p_to_id bigint)
returns void
language plpgsql
as $_keep_operator_events$
begin
    insert into ff_operator_record (
        event_id, kind, occurred_at, execution_id, lease_epoch,
        worker_id, worker_instance_id, details
    )
    select
        e.event_id, e.kind, e.occurred_at, e.execution_id, e.lease_epoch,
        e.worker_id, e.worker_instance_id, e.details
    from ff_event_log as e
    inner join ff_exec_core as x
        on x.execution_id = e.execution_id
    where
        e.slot = p_slot
        and e.event_id >= p_from_id
        and e.event_id <= p_to_id
        and (
            e.outcome = 'cancelled'
            or e.kind in (
                'revoked', 'priority_changed', 'rescheduled', 'replayed', 'erased',
                'operator_claimed', 'overridden', 'blocked', 'unblocked'
            )
        )
    on conflict do nothing;
end;
$_keep_operator_events$;

comment on function _keep_operator_events is
'Copies the events about calls of operators from events that are about to be removed.';
