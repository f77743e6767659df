create or replace function ff_set_edge_group_policy(
    p_flow_id uuid,
    p_downstream_execution_id uuid,
    p_policy text,
    p_k integer default null,
    p_on_satisfied text default null
)
returns ff_changed_join
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_set_edge_group_policy$
declare
    v_group ff_edge_group;
    v_is_same boolean;
begin
    if p_downstream_execution_id is null then
        perform _raise_null('p_downstream_execution_id');
    end if;
    perform _check_join_policy(p_policy, p_k, p_on_satisfied);
    perform _check_flow_id(p_flow_id);
    perform _check_flow(p_flow_id, 'submit');
    perform _check_execution(p_downstream_execution_id, 'submit');
    -- first the flow, then the join, as a call that stages an edge does
    perform _lock_flow(p_flow_id);
    perform _check_member(p_flow_id, p_downstream_execution_id);
    insert into ff_edge_group (
        downstream_id, flow_id, policy, required_count, on_satisfied
    )
    values (
        p_downstream_execution_id,
        p_flow_id,
        p_policy::ff_join_policy,
        case p_policy when 'any_of' then 1 when 'quorum' then p_k end,
        coalesce(p_on_satisfied, 'let_run')::ff_on_satisfied
    )
    on conflict do nothing;
    if found then
        perform _count_join(p_policy::ff_join_policy);
        return (p_flow_id, p_downstream_execution_id, 'set')::ff_changed_join;
    end if;

    select g.*
    into v_group
    from ff_edge_group as g
    where g.downstream_id = p_downstream_execution_id
    for no key update;
    v_is_same := v_group.policy = p_policy::ff_join_policy
        and v_group.required_count is not distinct from
        case p_policy when 'any_of' then 1 when 'quorum' then p_k end
        and v_group.on_satisfied = coalesce(p_on_satisfied, 'let_run')::ff_on_satisfied;
    if v_is_same then
        return (p_flow_id, p_downstream_execution_id, 'already_set')::ff_changed_join;
    elsif v_group.total_count > 0 then
        perform _raise('edge_group_policy_already_fixed', jsonb_build_object(
            'flow_id', p_flow_id, 'downstream_execution_id', p_downstream_execution_id,
            'policy', v_group.policy, 'k', v_group.required_count,
            'on_satisfied', v_group.on_satisfied
        ));
    end if;
    perform _count_join(p_policy::ff_join_policy);
    update ff_edge_group as g
    set
        policy = p_policy::ff_join_policy,
        required_count = case p_policy when 'any_of' then 1 when 'quorum' then p_k end,
        on_satisfied = coalesce(p_on_satisfied, 'let_run')::ff_on_satisfied
    where g.downstream_id = p_downstream_execution_id;
    return (p_flow_id, p_downstream_execution_id, 'set')::ff_changed_join;
end;
$ff_set_edge_group_policy$;

comment on function ff_set_edge_group_policy is
$$Sets how many of its upstreams an execution needs, before the first of its edges is staged. Without this call it needs all of them.

`p_policy` is `all_of`, `any_of` or `quorum` (then `p_k` of them). When enough have completed, or too few can still complete, `p_on_satisfied` decides about the others: `cancel_remaining` cancels those that no other execution waits for, `let_run` lets them run. `p_k` may exceed the present number of edges, because edges can be added; whether enough are left is decided when an edge is resolved.

Effects: stores the policy.

Idempotent: yes; for the same policy the call returns `already_set`. Another policy replaces it while there is no edge.

Locks: the flow and the join of the execution, until the caller's transaction ends.

Errors: ZF401 flow_not_found, ZF404 execution_not_in_flow, ZF410 edge_group_policy_already_fixed; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select from flowfabric.ff_add_execution_to_flow(
    '0192f0a0-2222-7222-8222-123456789012', '0192f0a0-1111-7111-8111-123456789012'
);
select outcome
from flowfabric.ff_set_edge_group_policy(
    '0192f0a0-2222-7222-8222-123456789012', '0192f0a0-1111-7111-8111-123456789012',
    'quorum', 2, 'cancel_remaining'
);
```
$$;
