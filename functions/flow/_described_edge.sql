create or replace function _described_edge(p_edge ff_edge)
returns ff_edge_description
language sql
stable
as $_described_edge$
    select row(
        p_edge.edge_id,
        p_edge.flow_id,
        p_edge.upstream_id,
        p_edge.downstream_id,
        p_edge.dependency_kind,
        'all_required',
        p_edge.data_passing_ref,
        p_edge.state::text,
        nullif(p_edge.upstream_outcome, 'none')::text,
        p_edge.created_at,
        p_edge.created_by,
        p_edge.resolved_at
    )::ff_edge_description
$_described_edge$;

comment on function _described_edge is 'An edge as it is returned to a caller.';
