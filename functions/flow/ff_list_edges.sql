create or replace function ff_list_edges(
    p_flow_id uuid,
    p_upstream_execution_id uuid default null,
    p_downstream_execution_id uuid default null,
    p_after uuid default null,
    p_limit integer default 100
)
returns setof ff_edge_description
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
as $ff_list_edges$
begin
    if p_flow_id is null then
        perform _raise_null('p_flow_id');
    end if;
    perform _check_page_size(p_limit);
    perform _check_flow(p_flow_id, 'read', 'operate');
    return query
    select (_described_edge(d)).*
    from ff_flow_member as m
    inner join ff_edge as d
        on d.downstream_id = m.execution_id
    where
        m.flow_id = p_flow_id
        and (
            p_upstream_execution_id is null
            or d.upstream_id = p_upstream_execution_id
        )
        and (
            p_downstream_execution_id is null
            or m.execution_id = p_downstream_execution_id
        )
        and (p_after is null or d.edge_id > p_after)
    order by d.edge_id
    limit p_limit;
end;
$ff_list_edges$;

comment on function ff_list_edges is
$$Edges of a flow in the order of their ids: all of them, or only those of the given upstream or downstream. No row when the flow or such an edge does not exist.

`p_after` is the last edge id of the page before.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments (`p_limit` is 0 to 1000).

Example:
```sql
select upstream_execution_id, edge_state
from flowfabric.ff_list_edges(
    '0192f0a0-2222-7222-8222-123456789012',
    p_downstream_execution_id => '0192f0a0-1111-7111-8111-123456789012'
);
```
$$;
