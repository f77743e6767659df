create or replace function _named_input_size(p_child uuid)
returns bigint
language sql
stable
as $_named_input_size$
    select coalesce(
        sum(coalesce(2 * octet_length(u.result), octet_length(u.output::text), 4)), 0
    )::bigint
    from ff_edge_input as n
    inner join ff_exec_core as u
        on u.execution_id = n.upstream_id
        and u.state = 'completed'
    where
        n.downstream_id = p_child
$_named_input_size$;

comment on function _named_input_size is
'The size in bytes of the named inputs of an execution, checked before they are assembled.';
