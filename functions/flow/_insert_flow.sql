create or replace function _insert_flow(
    p_flow_id uuid,
    p_flow_kind text,
    p_namespace text,
    p_tags jsonb,
    p_actor text,
    p_now timestamptz,
    p_document_digest bytea default null
)
returns boolean
language plpgsql
as $_insert_flow$
begin
    insert into ff_flow (
        flow_id, flow_kind, namespace, created_at, created_by, creating_login, creating_actor,
        updated_at, tags, document_digest
    )
    values (
        p_flow_id,
        p_flow_kind,
        p_namespace,
        p_now,
        _caller()::text,
        _creating_login(),
        p_actor,
        p_now,
        p_tags,
        p_document_digest
    )
    on conflict do nothing;
    return found;
end;
$_insert_flow$;

comment on function _insert_flow is 'Writes the row of a flow; false when the flow exists already.';
