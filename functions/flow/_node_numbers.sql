create or replace function _node_numbers(p_nodes jsonb)
returns jsonb
language plpgsql
immutable
as $_node_numbers$
begin
    return (
        select jsonb_object_agg(n.key, n.item)
        from jsonb_object_keys(p_nodes) with ordinality as n (key, item)
    );
end;
$_node_numbers$;

comment on function _node_numbers is
'The number of each node by its name, in the order in which JSON objects are kept.';
