create or replace function ff_describe_flow(p_flow_id uuid)
returns setof ff_flow_description
language plpgsql
stable
rows 1
security definer
set search_path = flowfabric, pg_temp
as $ff_describe_flow$
declare
    v_now constant timestamptz := _now();
begin
    if p_flow_id is null then
        perform _raise_null('p_flow_id');
    end if;
    perform _check_flow(p_flow_id, 'read', 'operate');
    return query
    select
        f.flow_id,
        f.flow_kind,
        f.namespace,
        (_counted_flow(f.flow_id, v_now)).public_flow_state,
        _graph_revision(f.flow_id),
        m.p_node_count,
        g.p_edge_count,
        f.created_at,
        greatest(f.updated_at, m.p_added_at, g.p_staged_at),
        f.cancelled_at,
        f.cancel_reason,
        f.cancellation_policy::text,
        f.tags,
        m.p_members,
        g.p_edge_groups
    from ff_flow as f
    cross join lateral _described_members(f.flow_id, v_now) as m
    cross join lateral _described_joins(f.flow_id) as g
    where f.flow_id = p_flow_id;
end;
$ff_describe_flow$;

comment on function ff_describe_flow is
$$Everything about a flow as it is now; no row when there is no such flow.

`members` lists each with its `execution_id`, its name (`node`), `kind` and `public_state`. `edge_groups` lists the joins, one for each execution that waits for others: `downstream_execution_id`, `policy` (with `k` and `on_satisfied`), `total_deps`, `satisfied_count`, `failed_count`, `skipped_count`, `running_count` (not resolved yet) and `group_state` (`pending`, `satisfied`, `impossible`).

Effects: none.

Idempotent: yes.

Locks: none.

Errors: 22004 for arguments; ZF801 not_authorised in a restricted lane.

Example:
```sql
select public_flow_state, node_count, members
from flowfabric.ff_describe_flow('0192f0a0-2222-7222-8222-123456789012');
```
$$;
