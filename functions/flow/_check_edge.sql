create or replace function _check_edge(
    p_flow_id uuid,
    p_edge_id uuid,
    p_downstream_execution_id uuid,
    p_upstream_execution_id uuid
)
returns ff_edge
language plpgsql
stable
as $_check_edge$
declare
    v_edge ff_edge;
begin
    select d.* into v_edge from ff_edge as d where d.edge_id = p_edge_id and d.flow_id = p_flow_id;
    if not found then
        perform _raise('edge_not_found', jsonb_build_object(
            'flow_id', p_flow_id, 'edge_id', p_edge_id
        ));
    end if;
    if p_downstream_execution_id <> v_edge.downstream_id then
        perform _raise_invalid('p_downstream_execution_id', 'is not the downstream of the edge');
    elsif p_upstream_execution_id <> v_edge.upstream_id then
        perform _raise_invalid('p_upstream_execution_id', 'is not the upstream of the edge');
    end if;
    return v_edge;
end;
$_check_edge$;

comment on function _check_edge is
'Returns an edge by its id; refuses one that does not exist, or whose executions are not those that the caller names.';
