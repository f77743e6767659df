create or replace function _event_item(
    p_event ff_event_log,
    p_position _event_position,
    p_installation_id text,
    p_execution_id uuid,
    p_lease_id uuid,
    p_lease_epoch bigint,
    p_flow_id uuid,
    p_namespace text,
    p_tags jsonb,
    p_details jsonb
)
returns jsonb
language sql
stable
as $_event_item$
    select jsonb_build_object(
        'event_id', p_event.event_id,
        'cursor', _format_cursor(p_position, p_installation_id),
        'kind', p_event.kind,
        'outcome', nullif(p_event.outcome, 'none'),
        'occurred_at', p_event.occurred_at,
        'execution_id', p_execution_id,
        'lease_id', p_lease_id,
        'lease_epoch', p_lease_epoch,
        'flow_id', p_flow_id,
        'namespace', coalesce(p_namespace, 'default'),
        'tags', coalesce(p_tags, '{}'),
        'worker_id', p_event.worker_id,
        'worker_instance_id', p_event.worker_instance_id,
        'details', p_details
    )
$_event_item$;

comment on function _event_item is 'An event as a reader gets it: about one execution, also when the call was about many. p_tags: those of the execution; p_details: see _event_details.';
