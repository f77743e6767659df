create or replace function ff_list_flows(
    p_namespace text default null,
    p_after uuid default null,
    p_limit integer default 100
)
returns setof ff_flow_list_entry
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
as $ff_list_flows$
declare
    v_now constant timestamptz := _now();
    v_roles constant name[] := _roles_in_lanes();
begin
    perform _check_page_size(p_limit);
    if p_namespace is not null then
        perform _check_name('p_namespace', p_namespace, 'label');
    end if;
    return query
    select
        f.flow_id,
        f.flow_kind,
        f.namespace,
        (_counted_flow(f.flow_id, v_now)).public_flow_state,
        f.created_at,
        f.tags
    from (
        select l.*
        from ff_flow as l
        where
            (p_after is null or l.flow_id > p_after)
            and (p_namespace is null or l.namespace = p_namespace)
            and (
                v_roles is null
                or _closed_lane_of(l.flow_id, v_roles, 'read', 'operate') is null
            )
        order by l.flow_id
        limit p_limit
    ) as f
    order by f.flow_id;
end;
$ff_list_flows$;

comment on function ff_list_flows is
$$Flows in the order of their ids, with their state as it is now.

`p_after` is the last flow id of the page before.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: 22023 and 22004 for arguments (`p_limit` is 0 to 1000).

Example:
```sql
select flow_id, flow_kind, public_flow_state from flowfabric.ff_list_flows(p_limit => 20);
```
$$;
