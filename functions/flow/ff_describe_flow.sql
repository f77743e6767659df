create or replace function ff_describe_flow(
    p_flow_id uuid,
    p_after uuid default null,
    p_limit integer default 100
)
returns setof ff_flow_description
language plpgsql
stable
rows 1
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $ff_describe_flow$
declare
    v_now constant timestamptz := _now();
begin
    if p_flow_id is null then
        perform _raise_null('p_flow_id');
    end if;
    perform _check_page_size(p_limit);
    perform _check_flow(p_flow_id, 'read', 'operate');
    return query
    select
        f.flow_id,
        f.flow_kind,
        f.namespace,
        (_counted_flow(f.flow_id, v_now)).public_flow_state,
        _graph_revision(f.flow_id),
        n.p_node_count,
        n.p_edge_count,
        f.created_at,
        greatest(f.updated_at, n.p_changed_at),
        f.cancelled_at,
        f.cancel_reason,
        f.cancellation_policy::text,
        f.tags,
        m.p_members,
        _described_joins(m.p_ids),
        coalesce(m.p_ids[cardinality(m.p_ids)], p_after),
        m.p_is_more
    from ff_flow as f
    cross join lateral _flow_size(f.flow_id) as n
    cross join lateral _described_members(f.flow_id, p_after, p_limit, v_now) as m
    where f.flow_id = p_flow_id;
end;
$ff_describe_flow$;

comment on function ff_describe_flow is
$$Everything about a flow as it is now, with a page of its members; no row when there is no such flow.

`members` lists each with its `execution_id`, its name (`node`), `kind` and `public_state`, in the order of their ids. `edge_groups` lists the joins of these members, one for each that waits for others: `downstream_execution_id`, `policy` (with `k` and `on_satisfied`), `total_deps`, `satisfied_count`, `failed_count`, `skipped_count`, `running_count` (not resolved yet) and `group_state` (`pending`, `satisfied`, `impossible`). `node_count` and `edge_count` count all of the flow. While `is_more`, pass `after` as `p_after` to get the next page.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments (`p_limit` is 0 to 1000).

Example:
```sql
select public_flow_state, node_count, members
from flowfabric.ff_describe_flow('0192f0a0-2222-7222-8222-123456789012');
```
$$;
