create or replace function ff_spawn_batch(
    p_handle text,
    p_step_keys text[],
    p_lane_id text,
    p_inputs jsonb[],
    p_options jsonb default '{}'
)
returns setof ff_spawned_child
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_spawn_batch$
declare
    v_fence constant _fence := _parse_handle(p_handle);
    v_per_item text[];
    v_execution ff_exec_core;
    v_place integer;
    v_now timestamptz;
begin
    perform _check_step_keys(p_step_keys);
    if p_inputs is null then
        perform _raise_null('p_inputs');
    end if;
    perform _check_items('p_inputs', p_inputs, cardinality(p_step_keys));
    perform _check_spawn_options(p_options);
    v_per_item := _per_item_options(p_options, cardinality(p_inputs));
    -- a wrong option is refused before the parent is locked, also where all items exist
    perform _submission_from_options(
        p_lane_id, null, p_options - 'on_parent_end' - coalesce(v_per_item, '{}')
    );
    v_execution := _lock_execution(v_fence.execution_id);
    perform _check_fence(v_execution, v_fence, _now());
    if cardinality(p_step_keys) = 0 then
        return;
    end if;
    v_place := coalesce((_newest_step(v_fence.execution_id)).place, 0);
    if _spawn_children(
        v_execution, p_step_keys, p_lane_id, p_inputs, p_options - 'on_parent_end', v_per_item,
        _ends_with_parent(p_options)
    ) then
        perform _note_progress(v_execution);
    end if;
    v_now := _now();
    return query
    select
        k.step_key,
        s.child_execution_id,
        case when s.place > v_place then 'spawned' else 'already_spawned' end,
        _public_state(_effective_state(e.state, e.claimable_at, e.lease_expires_at, v_now))
    from unnest(p_step_keys) with ordinality as k (step_key, item)
    inner join ff_step as s
        on s.execution_id = v_fence.execution_id and s.step_key = k.step_key
    left join ff_exec_core as e on e.execution_id = s.child_execution_id
    order by k.item;
end;
$ff_spawn_batch$;

comment on function ff_spawn_batch is
$$Submits a batch of children, each as a step: one answer for each key of `p_step_keys`, in their order.

`p_options` are the other arguments of `ff_create_execution` without their `p_`, each either one value for all items or an array with one for each, as in `ff_create_executions`; and `on_parent_end`, one value for all.

Effects: as `ff_spawn` for each item that was not spawned before. An item with a fault refuses the whole batch. At most 10,000 items; an execution has at most 10,000 steps.

Idempotent: as `ff_spawn`, item by item.

Locks: the parent, until the caller's transaction ends; as `ff_create_executions`.

Errors: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found, ZF205 idempotency_key_conflict, ZF206 lane_not_accepting, ZF211 step_limit_exceeded, ZF212 step_kind_mismatch, ZF401 flow_not_found, ZF402 flow_already_terminal, ZF601 quota_policy_not_found, ZF602 budget_not_found, ZF803 submitter_limit_exceeded; ZF801 not_authorised in a restricted lane, or when another role owns a limit; 22023 and 22004 for arguments.

Example:
```sql
select step_key, execution_id, outcome
from flowfabric.ff_spawn_batch(
    :'handle', array['thumbnail 1', 'thumbnail 2'], 'pictures',
    array['{"picture": 1}', '{"picture": 2}']::jsonb[]
);
```
$$;
