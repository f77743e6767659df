create or replace function _empty_inputs(p_node jsonb)
returns setof text
language sql
immutable
as $_empty_inputs$
    select i.key
    from jsonb_each(
        case when jsonb_typeof(p_node -> 'inputs') = 'object' then p_node -> 'inputs' end
    ) as i
    where i.value = '[]'
$_empty_inputs$;

comment on function _empty_inputs is 'The keys of the inputs of a node that are empty lists.';
