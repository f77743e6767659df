create or replace function _spawn(
    p_fence _fence,
    p_step_key text,
    p_lane_id text,
    p_input jsonb,
    p_payload bytea,
    p_options jsonb
)
returns ff_spawned_child
language plpgsql
as $_spawn$
declare
    v_submission _submission;
    v_execution ff_exec_core;
    v_child ff_spawned_child;
begin
    perform _check_step_key('p_step_key', p_step_key);
    perform _check_spawn_options(p_options);
    perform _check_content('p_input', p_input, 'p_payload', p_payload);
    v_submission := _submission_from_options(p_lane_id, p_input, p_options - 'on_parent_end');
    if p_payload is not null then
        if v_submission.payload is not null then
            perform _raise_invalid('p_options', 'must have no "payload" when p_payload is given');
        end if;
        v_submission.payload := p_payload;
    end if;
    v_execution := _lock_execution(p_fence.execution_id);
    perform _check_fence(v_execution, p_fence, _now());
    v_child := _known_child(p_fence.execution_id, p_step_key);
    if v_child.step_key is not null then
        return v_child;
    end if;
    perform _become_parent(v_execution);
    v_child := _spawn_child(
        v_execution, p_step_key, v_submission, _ends_with_parent(p_options)
    );
    perform _note_progress(v_execution);
    return v_child;
end;
$_spawn$;

comment on function _spawn is
'Submits a child for the holder of a lease: the general body, for whatever ff_spawn does not do itself.';
