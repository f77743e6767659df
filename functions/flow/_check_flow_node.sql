create or replace function _check_flow_node(p_path text, p_name text, p_node jsonb)
returns void
language plpgsql
stable
as $_check_flow_node$
declare
    v_options jsonb;
    v_message text;
begin
    if not coalesce(_is_name(p_name, 'label'), false) then
        perform _raise_node(p_path, 'needs a name of 1 to 256 bytes without control characters');
    elsif jsonb_typeof(p_node) <> 'object' then
        perform _raise_node(p_path, 'must be a JSON object');
    elsif not coalesce(
        jsonb_typeof(p_node -> 'lane') = 'string' and _is_name(p_node ->> 'lane', 'lane'), false
    ) then
        perform _raise_node(p_path || '.lane', 'must be the name of a lane');
    elsif p_node ?| array['idempotency_key', 'execution_id', 'namespace', 'actor', 'flow_id'] then
        perform _raise_node(
            p_path, 'must not have idempotency_key, execution_id, namespace, actor or flow_id'
        );
    end if;
    -- cannot raise ZF401, ZF402: a node has no flow_id of its own
    v_options := p_node - array['lane', 'input', 'after', 'inputs', 'input_from'];
    begin
        perform _submission_from_options(p_node ->> 'lane', p_node -> 'input', v_options);
    exception
        when data_exception or sqlstate 'ZF601' or sqlstate 'ZF602' then
            get stacked diagnostics v_message = message_text;
    end;
    if v_message is not null then
        perform _raise_node(p_path, 'is refused: ' || v_message);
    elsif p_node ?& array['inputs', 'input_from'] then
        perform _raise_node(p_path || '.input_from', 'must be left out when inputs is given');
    elsif p_node ? 'inputs'
        and (p_node ? 'payload' or jsonb_typeof(coalesce(p_node -> 'input', '{}')) <> 'object')
    then
        perform _raise_node(p_path || '.inputs', 'needs input to be a JSON object or left out');
    end if;
end;
$_check_flow_node$;

comment on function _check_flow_node is 'Refuses a node of a flow with a wrong option, and names the path of that option.';
