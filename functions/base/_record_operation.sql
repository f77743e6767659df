create or replace function _record_operation(
    p_kind ff_event_kind,
    p_now timestamptz,
    p_reason text,
    p_actor text,
    p_details jsonb,
    p_flow_id uuid default null,
    p_namespace text default null,
    p_worker_instance_id text default null
)
returns void
language plpgsql
as $_record_operation$
begin
    -- the transaction has an id before it draws that of the event
    perform pg_current_xact_id();
    insert into ff_event (kind, occurred_at, flow_id, namespace, worker_instance_id)
    values (p_kind, p_now, p_flow_id, nullif(p_namespace, 'default'), p_worker_instance_id);
    insert into ff_operator_event (
        event_id, kind, occurred_at, flow_id, worker_instance_id, details
    )
    values (
        -- the one of the event above
        currval('ff_event_event_id_seq'),
        p_kind, p_now, p_flow_id, p_worker_instance_id, _audit(p_reason, p_actor) || p_details
    );
end;
$_record_operation$;

comment on function _record_operation is
'Writes one event about a flow, a lane, a key, a budget or a worker, with the login, the actor and the reason.';
