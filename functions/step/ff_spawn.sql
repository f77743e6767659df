create or replace function ff_spawn(
    p_handle text,
    p_step_key text,
    p_lane_id text,
    p_input jsonb default null,
    p_payload bytea default null,
    p_options jsonb default '{}'
)
returns ff_spawned_child
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_spawn$
declare
    v_fence constant _fence := _parse_handle(p_handle);
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
    v_execution := _lock_execution(v_fence.execution_id);
    perform _check_fence(v_execution, v_fence, _now());
    v_child := _known_child(v_fence.execution_id, p_step_key);
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
$ff_spawn$;

comment on function ff_spawn is
$$Submits a child as a step: once for as long as its parent is kept.

`p_options` are the other arguments of `ff_create_execution` without their `p_`, and `on_parent_end`: what becomes of the child if it has not ended when its parent ends otherwise than completed: `cancel` (the default) or `leave`. The caller needs the right to submit in the child's lane where that is restricted.

A child is an execution like any other. Its parent waits for it with `ff_await_children` and reads its result with `ff_list_children`. It is kept at least until its parent is over. When a parent is replayed, the children that its end had cancelled are replayed as well.

Effects: `spawned`: the child is submitted, and the step has its id. The counts of retries and takeovers begin at 0 again. `already_spawned`: nothing is written, whatever the other arguments are.

Idempotent: yes, by the step key. An `idempotency_key` or `execution_id` that stands for an execution which this step has not spawned is a conflict.

Locks: the parent, until the caller's transaction ends; as `ff_create_execution`.

Errors: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found, ZF205 idempotency_key_conflict, ZF206 lane_not_accepting, ZF211 step_limit_exceeded, ZF212 step_kind_mismatch, ZF401 flow_not_found, ZF402 flow_already_terminal, ZF601 quota_policy_not_found, ZF602 budget_not_found, ZF803 submitter_limit_exceeded; ZF801 not_authorised in a restricted lane, or when another role owns a limit; 22023 and 22004 for arguments.

Example:
```sql
select execution_id, outcome
from flowfabric.ff_spawn(:'handle', 'thumbnail 1', 'pictures', '{"picture": 1}');
```
$$;
