create or replace function _flow_size(
    p_flow_id uuid,
    out p_node_count bigint,
    out p_edge_count bigint,
    out p_changed_at timestamptz
)
language sql
stable
as $_flow_size$
    select
        count(*),
        coalesce(sum(g.total_count), 0)::bigint,
        greatest(max(m.added_at), max(d.created_at))
    from ff_flow_member as m
    left join ff_edge_group as g on g.downstream_id = m.execution_id
    left join lateral (
        select max(o.created_at) as created_at
        from ff_edge as o
        where o.downstream_id = g.downstream_id
    ) as d on true
    where m.flow_id = p_flow_id
$_flow_size$;

comment on function _flow_size is 'How many members and edges a flow has, and when the last of them was added.';
