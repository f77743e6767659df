create or replace function _node_bytes(p_node jsonb)
returns bigint
language sql
immutable
as $_node_bytes$
    select _content_bytes(
        nullif(p_node -> 'input', 'null'),
        convert_to(p_node ->> 'payload', 'UTF8'),
        nullif(p_node -> 'tags', 'null'),
        nullif(p_node -> 'policy', 'null')
    )
$_node_bytes$;

comment on function _node_bytes is
'The size of the content of a node of a flow, whose payload is in hex.';
