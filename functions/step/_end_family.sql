create or replace function _end_family(p_execution ff_exec_core, p_outcome ff_terminal_outcome)
returns void
language plpgsql
as $_end_family$
begin
    if p_execution.parent_id is not null then
        perform _end_children(array[p_execution.execution_id]);
    end if;
    if p_outcome <> 'success' then
        if p_execution.is_parent then
            perform _add_flow_todo(
                'parent_end', array[p_execution.execution_id],
                p_replay_count => p_execution.replay_count
            );
        end if;
        if jsonb_typeof(p_execution.policy -> 'on_failure') = 'object' then
            perform _submit_on_failure(p_execution.execution_id);
        end if;
    end if;
    perform _ring_for_ends(array[p_execution.execution_id]);
end;
$_end_family$;

comment on function _end_family is
'The effects of the end of an execution on its family: its parent counts it; if it has not completed, its children end, as far as they are to, and the execution that its policy names is submitted; sessions that wait for its result are woken.';
