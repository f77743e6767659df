create or replace function _nth_execution(p_from _execution_key, p_count integer)
returns _execution_key
language sql
stable
as $_nth_execution$
    select (e.partition_key, e.execution_id)::_execution_key
    from ff_exec_core as e
    where (e.execution_id, e.partition_key) > (p_from.execution_id, p_from.partition_key)
    order by e.execution_id, e.partition_key
    offset p_count - 1
    limit 1
$_nth_execution$;

comment on function _nth_execution is 'The execution that comes so many places after another, in the order of the key; null: there are not so many.';
