create or replace function ff_describe_edge(p_flow_id uuid, p_edge_id uuid)
returns setof ff_edge_description
language plpgsql
stable
rows 1
security definer
set search_path = flowfabric, pg_temp
as $ff_describe_edge$
begin
    if p_flow_id is null then
        perform _raise_null('p_flow_id');
    elsif p_edge_id is null then
        perform _raise_null('p_edge_id');
    end if;
    perform _check_flow(p_flow_id, 'read', 'operate');
    return query
    select (_described_edge(d)).*
    from ff_edge as d
    where d.edge_id = p_edge_id and d.flow_id = p_flow_id;
end;
$ff_describe_edge$;

comment on function ff_describe_edge is
$$One edge of a flow; no row when there is no such edge. `edge_state` is `pending` (staged), `applied`, `satisfied` or `impossible`.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: 22004 for arguments; ZF801 not_authorised in a restricted lane.

Example:
```sql
select edge_state, upstream_outcome
from flowfabric.ff_describe_edge(
    '0192f0a0-2222-7222-8222-123456789012', '0192f0a0-4444-7444-8444-123456789012'
);
```
$$;
