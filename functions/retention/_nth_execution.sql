create or replace function _nth_execution(p_from uuid, p_count integer)
returns uuid
language sql
stable
as $_nth_execution$
    select e.execution_id
    from ff_exec_core as e
    where e.execution_id > p_from
    order by e.execution_id
    offset p_count - 1
    limit 1
$_nth_execution$;

comment on function _nth_execution is 'The execution that comes a number of places after another, in the order of the key; null: there are fewer.';
