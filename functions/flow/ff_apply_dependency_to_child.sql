create or replace function ff_apply_dependency_to_child(
    p_flow_id uuid,
    p_edge_id uuid,
    p_downstream_execution_id text default null,
    p_upstream_execution_id text default null
)
returns ff_applied_edge
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_apply_dependency_to_child$
declare
    v_edge ff_edge;
    v_execution ff_exec_core;
    v_group ff_edge_group;
    v_was_pending boolean;
begin
    if p_edge_id is null then
        perform _raise_null('p_edge_id');
    end if;
    -- first the flow, as who stages: holding the join, he may come for the execution next
    perform _lock_open_flow(p_flow_id);
    v_edge := _check_edge(
        p_flow_id, p_edge_id, p_downstream_execution_id, p_upstream_execution_id
    );
    -- then the execution, then its join
    v_execution := _lock_execution(v_edge.downstream_partition, v_edge.downstream_id);
    select g.*
    into v_group
    from ff_edge_group as g
    where
        g.downstream_id = v_edge.downstream_id
        and g.downstream_partition = v_edge.downstream_partition
    for no key update;
    update ff_edge as d set state = 'applied' where d.edge_id = p_edge_id and d.state = 'pending';
    v_was_pending := found;
    if v_was_pending then
        if v_group.state = 'pending' then
            perform _block_child(v_execution);
        end if;
        perform _resolve_if_over(v_edge);
    end if;

    select d.* into v_edge from ff_edge as d where d.edge_id = p_edge_id;
    return (
        p_flow_id,
        p_edge_id,
        case when v_was_pending then 'applied' else 'already_applied' end,
        v_edge.state,
        (
            select g.total_count - g.satisfied_count - g.failed_count - g.skipped_count
            from ff_edge_group as g
            where
                g.downstream_id = v_edge.downstream_id
                and g.downstream_partition = v_edge.downstream_partition
        ),
        _state_of((v_edge.downstream_partition, v_edge.downstream_id)::_execution_key)
    )::ff_applied_edge;
end;
$ff_apply_dependency_to_child$;

comment on function ff_apply_dependency_to_child is
$$Makes a staged edge count: the downstream waits for the upstream from now on.

What is said of the edge is what was staged; the execution ids, where given, must agree with it.

Effects: a downstream that is not running, suspended or over becomes `waiting_children`; a running one goes on (`ff_wait_children` makes it wait). An upstream that is over already resolves the edge at once, with all that follows: the downstream may be released or skipped in this very call.

Idempotent: yes; an edge that is applied is answered `already_applied`.

Locks: the flow, the downstream and its join, until the caller's transaction ends; also the upstream, in `SHARE` mode, unless somebody holds it: that is not waited for.

Errors: ZF201 execution_not_found, ZF401 flow_not_found, ZF402 flow_already_terminal, ZF409 edge_not_found; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select outcome, edge_state, public_state
from flowfabric.ff_apply_dependency_to_child(
    '0192f0a0-2222-7222-8222-123456789012', '0192f0a0-4444-7444-8444-123456789012'
);
```
$$;
