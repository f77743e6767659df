create or replace function _graph_revision(p_flow_id uuid)
returns bigint
language plpgsql
stable
as $_graph_revision$
begin
    return (
        -- counts members and edges, neither of which is ever removed
        select
            (select count(*) from ff_flow_member as m where m.flow_id = p_flow_id)
            + coalesce(
                (
                    select sum(g.total_count)
                    from ff_flow_member as m
                    inner join ff_edge_group as g
                        on g.downstream_id = m.execution_id
                    where m.flow_id = p_flow_id
                ),
                0
            )::bigint
    );
end;
$_graph_revision$;

comment on function _graph_revision is 'The number of additions to the graph of a flow.';
