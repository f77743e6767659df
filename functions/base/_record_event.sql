create or replace function _record_event(
    p_kind ff_event_kind,
    p_execution ff_exec_core,
    p_now timestamptz,
    p_outcome ff_terminal_outcome default 'none',
    p_details jsonb default null,
    p_audit jsonb default null
)
returns void
language plpgsql
as $_record_event$
begin
    insert into ff_event (
        kind, outcome, occurred_at, route_id, execution_id, lease_id, lease_epoch,
        flow_id, namespace, worker_id, worker_instance_id, details
    )
    values (
        p_kind,
        p_outcome,
        p_now,
        p_execution.route_id,
        p_execution.execution_id,
        p_execution.lease_id,
        p_execution.lease_epoch,
        p_execution.flow_id,
        nullif(p_execution.namespace, 'default'),
        p_execution.worker_id,
        p_execution.worker_instance_id,
        p_details
    );
    if p_audit is not null then
        insert into ff_operator_event (
            event_id, kind, occurred_at, execution_id, lease_epoch,
            worker_id, worker_instance_id, details
        )
        values (
            -- the one of the event above
            currval('ff_event_event_id_seq'),
            p_kind,
            p_now,
            p_execution.execution_id,
            p_execution.lease_epoch,
            p_execution.worker_id,
            p_execution.worker_instance_id,
            p_audit
        );
    end if;
    -- an event that ends a lease also gives back its room in limits
    if p_execution.is_limited and p_kind in ('released', 'revoked', 'completed')
        and not _return_slot(p_execution.execution_id)
    then
        perform _return_limits(array[p_execution.execution_id], p_kind = 'completed');
    end if;
end;
$_record_event$;

comment on function _record_event is
'Writes one event about one execution to the outbox; a call of an operator (p_audit) also among the calls of operators. The row is locked or changed before, so the transaction has an id when it draws that of the event. The most frequent calls insert their events themselves, at half the cost.';
