create or replace function ff_list_flows(
    p_namespace text default null,
    p_after uuid default null,
    p_limit integer default 100,
    p_newest_first boolean default false
)
returns setof ff_flow_list_entry
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
-- the key has the order: never all of them, sorted
set enable_sort = off
set jit = off
-- the plan for one tenant, or for one order, does not serve the others
set plan_cache_mode = force_custom_plan
as $ff_list_flows$
declare
    -- the state of a flow follows from all its members
    v_most_members constant integer := 20000;
    v_now constant timestamptz := _now();
    v_roles constant name[] := _roles_in_lanes();
    v_flow ff_flow_counts;
    v_member_count integer := 0;
    r_flow record;
begin
    perform _check_page_size(p_limit);
    if p_namespace is not null then
        perform _check_name('p_namespace', p_namespace, 'label');
    end if;
    if p_newest_first is null then
        perform _raise_null('p_newest_first');
    end if;
    for r_flow in
        select f.flow_id, f.flow_kind, f.namespace, f.created_at, f.tags
        from ff_flow as f
        where
            (
                p_after is null
                or case
                    when p_newest_first then f.flow_id < p_after
                    else f.flow_id > p_after
                end
            )
            and (p_namespace is null or f.namespace = p_namespace)
            and (
                v_roles is null
                or _closed_lane_of(f.flow_id, v_roles, 'read', 'operate') is null
            )
        order by
            case when p_newest_first then f.flow_id end desc,
            case when not p_newest_first then f.flow_id end
        limit p_limit
    loop
        v_flow := _counted_flow(r_flow.flow_id, v_now);
        return query
        select
            r_flow.flow_id,
            r_flow.flow_kind,
            r_flow.namespace,
            v_flow.public_flow_state,
            r_flow.created_at,
            r_flow.tags;
        v_member_count := (v_member_count + v_flow.total_members)::integer;
        exit when v_member_count >= v_most_members;
    end loop;
end;
$ff_list_flows$;

comment on function ff_list_flows is
$$Flows in the order of their ids, with their state as it is now; with `p_newest_first` the last id first, which is the flow that was created last unless callers give the ids themselves.

`p_after` is the last flow id of the page before. A page also ends when the flows in it have 20,000 members, because the state of a flow is counted from its members: the last page is the one without rows.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: 22023 and 22004 for arguments (`p_limit` is 0 to 1000).

Example:
```sql
select flow_id, flow_kind, public_flow_state from flowfabric.ff_list_flows(p_limit => 20);
```
$$;
