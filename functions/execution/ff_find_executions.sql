create or replace function ff_find_executions(
    p_filter jsonb default '{}',
    p_newest_first boolean default true,
    p_after uuid default null,
    p_limit integer default 100
)
returns ff_execution_page
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_find_executions$
declare
    v_most_bytes constant integer := 16777216;
    v_now constant timestamptz := _now();
    v_filter constant _execution_filter := _parse_filter(p_filter);
    v_found _found;
    v_bytes integer := 0;
    v_page ff_execution_page := ('{}'::ff_execution_summary[], p_after, false);
    r_found record;
begin
    if p_newest_first is null then
        perform _raise_null('p_newest_first');
    end if;
    perform _check_page_size(p_limit);
    if v_filter.lane_id is not null then
        perform _check_lane(v_filter.lane_id, 'read', 'operate');
    end if;
    v_found := _find_ids(
        v_filter, row(_routes_in(_hidden_lanes('read', 'operate')), null, null)::_reach, v_now,
        p_newest_first, p_after, p_limit
    );
    for r_found in
        select
            (
                e.execution_id, r.lane_id, e.namespace, e.kind, r.priority, v.public_state::text,
                e.attempt_index, case when _is_active(e.state) then e.worker_instance_id end,
                e.created_at, e.updated_at, e.terminal_at, e.tags
            )::ff_execution_summary as summary,
            octet_length(e.tags::text) + 500 as byte_count
        from unnest(v_found.ids) with ordinality as i (execution_id, place)
        inner join ff_exec_core as e on e.execution_id = i.execution_id
        inner join ff_route as r on r.route_id = e.route_id
        inner join ff_state_vector as v
            on v.state = _effective_state(e.state, e.claimable_at, e.lease_expires_at, v_now)
        order by i.place
    loop
        v_bytes := v_bytes + r_found.byte_count;
        if v_bytes > v_most_bytes and v_page.executions <> '{}' then
            v_page.is_more := true;
            return v_page;
        end if;
        v_page.executions := v_page.executions || r_found.summary;
        v_page.after := (r_found.summary).execution_id;
    end loop;
    v_page.after := v_found.after;
    v_page.is_more := v_found.is_more;
    return v_page;
end;
$ff_find_executions$;

comment on function ff_find_executions is
$$Executions that match a filter, with their state as it is now: a page of them, newest first unless `p_newest_first` is false, and how far the call has looked.

`p_filter` is an object; executions match that satisfy all of its keys: `lane_id`, `kind`, `namespace`, `public_state` (one, or an array of them), `tags` (an object: these tags are among those of the execution), `flow_id`, `parent_id` (the children that the steps of an execution have spawned), `idempotency_key` (the execution that the key stands for), `worker_instance_id` (what that process holds or has lost), `created_after` (then or later), `created_before` (earlier than that), `failure_category` and `execution_ids` (an array, at most 1000). A null is the same as a key left out; an unknown key is refused.

A call looks at 20,000 executions at most, and a page ends at 16 MiB of them, with at least one; so a page may be short, or empty, and still not the last. While `is_more`, pass `after` as `p_after` to go on. The order is that of the ids: that of submission, with the items of a batch one after the other, unless callers give the ids themselves. An execution whose transaction commits while pages are read may belong on a page that was read already, because its id is older than the commit.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments (`p_limit` is 0 to 1000).

Example:
```sql
select e.execution_id, e.kind, p.after, p.is_more
from flowfabric.ff_find_executions('{"lane_id": "emails", "public_state": ["failed", "expired"]}') as p
cross join unnest(p.executions) as e;
```
$$;
