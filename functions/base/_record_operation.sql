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
returns bigint
language plpgsql
as $_record_operation$
declare
    v_event_id bigint;
begin
    lock table ff_gate_e in row share mode;
    insert into ff_event (
        kind, occurred_at, flow_id, namespace, worker_instance_id, details
    )
    values (
        p_kind, p_now, p_flow_id, nullif(p_namespace, 'default'), p_worker_instance_id,
        _audit(p_reason, p_actor) || p_details
    )
    returning event_id into v_event_id;
    return v_event_id;
end;
$_record_operation$;

comment on function _record_operation is
'Writes one event about a flow, a lane, a key, a budget or a worker, with the login, the actor and the reason; returns its id.';
