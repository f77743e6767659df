create or replace function _record_event(
    p_kind ff_event_kind,
    p_execution ff_exec_core,
    p_now timestamptz,
    p_outcome ff_terminal_outcome default 'none',
    p_details jsonb default null
)
returns void
language plpgsql
as $_record_event$
begin
    lock table ff_gate_e in row share mode;
    insert into ff_event (
        kind, outcome, occurred_at, execution_id, lease_id, lease_epoch,
        flow_id, namespace, tags, worker_id, worker_instance_id, details
    )
    values (
        p_kind,
        p_outcome,
        p_now,
        p_execution.execution_id,
        p_execution.lease_id,
        p_execution.lease_epoch,
        p_execution.flow_id,
        nullif(p_execution.namespace, 'default'),
        nullif(p_execution.tags, '{}'),
        p_execution.worker_id,
        p_execution.worker_instance_id,
        p_details
    );
    -- an event that ends a lease also gives back its room in limits
    if p_execution.is_limited and p_kind in ('released', 'revoked', 'completed') then
        perform _return_limits(
            p_execution.execution_id, p_kind = 'completed'
        );
    end if;
end;
$_record_event$;

comment on function _record_event is
'Writes one event about one execution to the outbox. The most frequent calls insert their events themselves, at half the cost.';
