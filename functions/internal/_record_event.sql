create or replace function _record_event(
    p_kind ff_event_kind,
    p_execution ff_exec_core,
    p_now timestamptz,
    p_outcome ff_terminal_outcome default 'none',
    p_details jsonb default null
)
returns void
language sql
as $_record_event$
    lock table ff_gate_e in row share mode;
    insert into ff_event (
        kind, outcome, occurred_at, execution_ids, partition_keys, lease_ids, lease_epochs,
        flow_ids, namespaces, tags, worker_id, worker_instance_id, details
    )
    values (
        p_kind,
        p_outcome,
        p_now,
        array[(p_execution).execution_id],
        array[(p_execution).partition_key],
        array[(p_execution).lease_id],
        array[(p_execution).lease_epoch],
        case when (p_execution).flow_id is not null then array[(p_execution).flow_id] end,
        case when (p_execution).namespace <> 'default' then array[(p_execution).namespace] end,
        case when (p_execution).tags <> '{}' then array[(p_execution).tags] end,
        (p_execution).worker_id,
        (p_execution).worker_instance_id,
        p_details
    )
$_record_event$;

comment on function _record_event is
'Writes one event about one execution to the outbox. The hot calls write theirs in place, at half the cost.';
