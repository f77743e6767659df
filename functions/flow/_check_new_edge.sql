create or replace function _check_new_edge(
    p_flow_id uuid,
    p_upstream uuid,
    p_downstream uuid,
    p_edge_id uuid,
    p_expected_graph_revision bigint
)
returns void
language plpgsql
as $_check_new_edge$
declare
    v_revision bigint;
    v_existing ff_edge;
begin
    if p_expected_graph_revision is not null then
        v_revision := _graph_revision(p_flow_id);
        if v_revision <> p_expected_graph_revision then
            perform _raise('stale_graph_revision', jsonb_build_object(
                'flow_id', p_flow_id, 'graph_revision', v_revision
            ));
        end if;
    end if;
    perform _check_member(p_flow_id, p_upstream);
    perform _check_member(p_flow_id, p_downstream);
    if _leads_to(p_downstream, p_upstream) then
        perform _raise('cycle_detected', jsonb_build_object(
            'flow_id', p_flow_id,
            'upstream_execution_id',
            p_upstream,
            'downstream_execution_id',
            p_downstream
        ));
    end if;
    select d.* into v_existing from ff_edge as d where d.edge_id = p_edge_id;
    if found then
        perform _raise('dependency_already_exists', case
            -- the caller was checked for this flow, not for others
            when v_existing.flow_id = p_flow_id then to_jsonb(_described_edge(v_existing))
            else jsonb_build_object('edge_id', p_edge_id)
        end);
    end if;
end;
$_check_new_edge$;

comment on function _check_new_edge is
'Refuses an edge that cannot be added to a flow; its row must be locked.';
