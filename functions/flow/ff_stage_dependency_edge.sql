create or replace function ff_stage_dependency_edge(
    p_flow_id uuid,
    p_edge_id uuid,
    p_upstream_execution_id uuid,
    p_downstream_execution_id uuid,
    p_dependency_kind text default 'success_only',
    p_data_passing_ref text default null,
    p_expected_graph_revision bigint default null,
    p_input_name text default null
)
returns ff_staged_edge
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_stage_dependency_edge$
declare
    v_edge ff_edge;
begin
    if p_upstream_execution_id is null then
        perform _raise_null('p_upstream_execution_id');
    elsif p_downstream_execution_id is null then
        perform _raise_null('p_downstream_execution_id');
    elsif p_edge_id is null then
        perform _raise_null('p_edge_id');
    end if;
    perform _check_name('p_dependency_kind', p_dependency_kind, 'label');
    if octet_length(p_data_passing_ref) > 4096 then
        perform _raise_invalid('p_data_passing_ref', 'must be at most 4096 bytes');
    end if;
    if p_input_name is not null then
        perform _check_name('p_input_name', p_input_name, 'label');
    end if;
    if p_upstream_execution_id = p_downstream_execution_id then
        perform _raise('self_referencing_edge', jsonb_build_object(
            'execution_id', p_upstream_execution_id
        ));
    end if;
    if nullif(p_data_passing_ref, '') is not null or p_input_name is not null then
        -- passing a result on means reading it: check that right
        perform _check_execution(
            p_upstream_execution_id, 'read', 'operate'
        );
    end if;
    -- changes of one graph wait for each other: two edges together could close a cycle
    perform _lock_open_flow(p_flow_id);
    perform _check_new_edge(
        p_flow_id, p_upstream_execution_id, p_downstream_execution_id, p_edge_id,
        p_expected_graph_revision
    );
    v_edge.edge_id := p_edge_id;
    v_edge.flow_id := p_flow_id;
    v_edge.upstream_id := p_upstream_execution_id;
    v_edge.downstream_id := p_downstream_execution_id;
    v_edge.dependency_kind := p_dependency_kind;
    v_edge.data_passing_ref := nullif(p_data_passing_ref, '');
    perform _stage_edge(v_edge, p_input_name);
    return (p_flow_id, p_edge_id, 'staged', _graph_revision(p_flow_id))::ff_staged_edge;
end;
$ff_stage_dependency_edge$;

comment on function ff_stage_dependency_edge is
$$Adds an edge to a flow: the downstream is to wait for the upstream. The edge blocks nothing until `ff_apply_dependency_to_child`. But its join counts it from now on, so an `all_of` join is not satisfied before the edge is applied and satisfied. So stage all edges of an execution first, then apply them.

With `p_data_passing_ref` the result of the upstream replaces the input of the downstream when its join is satisfied. With `p_input_name` it becomes that key of its input; a name that ends with `[]` collects the results of several edges in an array, in the order in which they were staged.

Effects: writes the edge, and the join when it is the first; `graph_revision` grows by one. A satisfied `all_of` join is open again. A decided `any_of` or `quorum` join stays decided: it neither waits for the new upstream nor cancels it.

Idempotent: no; an edge id is used once. With `p_expected_graph_revision` the call raises when the graph has another revision.

Locks: the flow and the join, until the caller's transaction ends: sessions that add edges to one flow wait for each other. Executions are not locked.

Errors: ZF401 flow_not_found, ZF402 flow_already_terminal, ZF404 execution_not_in_flow, ZF405 self_referencing_edge, ZF406 stale_graph_revision, ZF407 cycle_detected, ZF408 dependency_already_exists; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select outcome, graph_revision
from flowfabric.ff_stage_dependency_edge(
    '0192f0a0-2222-7222-8222-123456789012', gen_random_uuid(),
    '0192f0a0-1111-7111-8111-123456789012', '0192f0a0-3333-7333-8333-123456789012'
);
```
$$;
