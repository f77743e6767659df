create or replace function _stream_of(p_execution ff_exec_core, p_attempt_index integer)
returns ff_stream
language sql
stable
as $_stream_of$
    select s
    from ff_stream as s
    where
        s.execution_id = p_execution.execution_id
        and s.attempt_index = p_attempt_index
$_stream_of$;

comment on function _stream_of is 'The stream of an attempt, if anything was appended.';
