create or replace function _spawn_child(
    p_parent ff_exec_core,
    p_step_key text,
    p_submission _submission,
    p_ends_with_parent boolean,
    p_item integer default 1
)
returns ff_spawned_child
language plpgsql
as $_spawn_child$
declare
    v_submission _submission := p_submission;
    v_item ff_created_item;
    v_step ff_step;
begin
    v_submission.parent_id := p_parent.execution_id;
    v_submission.parent_step_key := p_step_key;
    v_item := _submit_checked(v_submission, p_item);
    if v_item.outcome = 'duplicate' and not exists (
        select 1
        from ff_exec_core as e
        where
            e.execution_id = v_item.execution_id
            and e.parent_id = p_parent.execution_id
            and e.parent_step_key = p_step_key
    ) then
        perform _raise('idempotency_key_conflict', jsonb_build_object(
            'execution_id', v_item.execution_id, 'step_key', p_step_key
        ));
    elsif v_item.outcome = 'duplicate' then
        -- it was cancelled, perhaps, when its step was forgotten
        perform _add_flow_todo(
            'replay_children', array[p_parent.execution_id],
            p_replay_count => p_parent.replay_count
        );
    end if;
    v_step.execution_id := p_parent.execution_id;
    v_step.step_key := p_step_key;
    v_step.kind := 'child';
    v_step.attempt_index := p_parent.attempt_index;
    v_step.saved_at := _now();
    v_step.child_execution_id := v_item.execution_id;
    v_step.ends_with_parent := p_ends_with_parent;
    perform _store_step(v_step);
    return (
        p_step_key, v_item.execution_id, 'spawned', v_item.public_state
    )::ff_spawned_child;
end;
$_spawn_child$;

comment on function _spawn_child is
'Submits one child of a locked execution in the general way, and writes its step.';
