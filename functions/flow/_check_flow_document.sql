create or replace function _check_flow_document(p_flow jsonb)
returns void
language plpgsql
stable
as $_check_flow_document$
declare
    v_key text;
    r_node record;
begin
    if p_flow is null then
        perform _raise_null('p_flow');
    elsif jsonb_typeof(p_flow) <> 'object' then
        perform _raise_invalid('p_flow', 'must be a JSON object');
    end if;
    -- a flow may be larger than an input, because it is stored node by node
    perform _check_json('p_flow', p_flow, 67108864);
    select k.key
    into v_key
    from jsonb_object_keys(p_flow) as k (key)
    where k.key not in ('nodes', 'kind', 'tags')
    limit 1;
    if found then
        perform _raise_node(ltrim(_json_path('', v_key), '.'), 'is not a key of a flow');
    elsif jsonb_typeof(p_flow -> 'nodes') is distinct from 'object' then
        perform _raise_node('nodes', 'must be a JSON object');
    elsif p_flow -> 'nodes' = '{}' then
        perform _raise_node('nodes', 'must have at least one node');
    elsif (select count(*) from jsonb_object_keys(p_flow -> 'nodes')) > 100000 then
        perform _raise_node('nodes', 'must have at most 100000 nodes');
    elsif p_flow ? 'kind'
        and not (jsonb_typeof(p_flow -> 'kind') = 'string' and _is_name(p_flow ->> 'kind', 'label'))
    then
        perform _raise_node('kind', 'must be a word of 1 to 256 bytes without control characters');
    elsif p_flow ? 'tags' then
        perform _check_new_tags('p_flow.tags', p_flow -> 'tags');
    end if;
    -- a quick test accepts the usual node; the slow one names the fault
    for r_node in
        select n.key, n.value
        from jsonb_each(p_flow -> 'nodes') as n
        where not coalesce(
            jsonb_typeof(n.value) = 'object'
            and _is_name(n.key, 'label')
            and jsonb_typeof(n.value -> 'lane') = 'string'
            and _is_name(n.value ->> 'lane', 'lane')
            and (
                not n.value ? 'kind'
                or (
                    jsonb_typeof(n.value -> 'kind') = 'string'
                    and _is_name(n.value ->> 'kind', 'label')
                )
            )
            and n.value - array['lane', 'kind', 'input', 'after', 'inputs', 'input_from'] = '{}'
            and (not n.value ?| array['inputs', 'input_from'])
            -- JSON of this stored size prints as 16 MiB at most
            and coalesce(pg_column_size(n.value -> 'input') <= 2097152, true),
            false
        )
    loop
        perform _check_flow_node(_json_path('nodes', r_node.key), r_node.key, r_node.value);
    end loop;
end;
$_check_flow_document$;

comment on function _check_flow_document is
'Refuses a flow of the wrong form and names the path of the fault; _check_flow_edges checks its edges.';
