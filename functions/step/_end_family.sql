create or replace function _end_family(p_execution ff_exec_core)
returns void
language plpgsql
as $_end_family$
begin
    if p_execution.is_parent then
        perform _add_flow_todo(
            'parent_end', array[p_execution.execution_id],
            p_replay_count => p_execution.replay_count
        );
    end if;
    if jsonb_typeof(p_execution.policy -> 'on_failure') = 'object' then
        perform _submit_on_failure(p_execution.execution_id);
    end if;
end;
$_end_family$;

comment on function _end_family is
'What follows from the end of an execution that has not completed: its children end, as far as they are to, and the execution that its policy names is submitted.';
