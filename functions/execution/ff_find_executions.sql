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
-- the key has the order: never all of them, sorted
set enable_bitmapscan = off
set enable_sort = off
set jit = off
-- with the filter at hand, the plan leaves out what is not asked for
set plan_cache_mode = force_custom_plan
as $ff_find_executions$
declare
    v_most constant integer := 20000;
    v_most_bytes constant integer := 16777216;
    v_now constant timestamptz := _now();
    v_hidden constant text[] := _hidden_lanes('read', 'operate');
    v_filter constant _execution_filter := _parse_filter(p_filter);
    v_ids uuid[];
    v_routes integer[];
    v_states ff_state[];
    v_lowest_id uuid;
    v_highest_id uuid;
    v_last_id uuid;
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
        v_routes := array(
            select r.route_id from ff_route as r where r.lane_id = v_filter.lane_id
        );
        if v_routes = '{}' then
            -- nothing was ever submitted there
            return v_page;
        end if;
    end if;
    if v_filter.public_states is not null then
        -- the stored states that can be shown as one of the public states of the filter
        v_states := array(
            select s.state
            from ff_state_vector as s
            left join ff_state_vector as d on d.state = s.state_when_due
            where
                s.public_state::text = any (v_filter.public_states)
                or d.public_state::text = any (v_filter.public_states)
        );
    end if;
    select b.p_lowest_id, b.p_highest_id
    into v_lowest_id, v_highest_id
    from _id_bounds(v_filter) as b;
    v_ids := _filter_ids(v_filter, p_newest_first, p_after, v_most);

    for r_found in
        select
            (
                e.execution_id, r.lane_id, e.namespace, e.kind, r.priority, v.public_state::text,
                e.attempt_index, case when _is_active(e.state) then e.worker_instance_id end,
                e.created_at, e.updated_at, e.terminal_at, e.tags
            )::ff_execution_summary as summary,
            octet_length(e.tags::text) + 500 as byte_count
        from (
            select o.*
            from ff_exec_core as o
            where
                (v_ids is null or o.execution_id = any (v_ids))
                and o.execution_id between v_lowest_id and v_highest_id
                and (
                    p_after is null
                    or case
                        when p_newest_first then o.execution_id < p_after
                        else o.execution_id > p_after
                    end
                )
            order by
                case when p_newest_first then o.execution_id end desc,
                case when not p_newest_first then o.execution_id end
            limit v_most
        ) as e
        inner join ff_route as r on r.route_id = e.route_id
        inner join ff_state_vector as v
            on v.state = _effective_state(e.state, e.claimable_at, e.lease_expires_at, v_now)
        where
            (v_routes is null or e.route_id = any (v_routes))
            and (v_hidden = '{}' or r.lane_id <> all (v_hidden))
            and (v_filter.kind is null or e.kind = v_filter.kind)
            and (v_filter.namespace is null or e.namespace = v_filter.namespace)
            and (v_states is null or e.state = any (v_states))
            and (
                v_filter.public_states is null
                or v.public_state::text = any (v_filter.public_states)
            )
            and (v_filter.tags is null or e.tags @> v_filter.tags)
            and (v_filter.flow_id is null or e.flow_id = v_filter.flow_id)
            and (
                v_filter.idempotency_key is null
                or e.idempotency_key = v_filter.idempotency_key
            )
            and (
                v_filter.worker_instance_id is null
                or (e.worker_instance_id = v_filter.worker_instance_id and _is_active(e.state))
            )
            and (v_filter.created_after is null or e.created_at >= v_filter.created_after)
            and (v_filter.created_before is null or e.created_at < v_filter.created_before)
            and (
                v_filter.failure_category is null
                or e.failure_category = v_filter.failure_category
            )
        order by
            case when p_newest_first then e.execution_id end desc,
            case when not p_newest_first then e.execution_id end
        limit p_limit + 1
    loop
        v_bytes := v_bytes + r_found.byte_count;
        if cardinality(v_page.executions) = p_limit
            or (v_bytes > v_most_bytes and v_page.executions <> '{}')
        then
            v_page.is_more := true;
            return v_page;
        end if;
        v_page.executions := v_page.executions || r_found.summary;
        v_page.after := (r_found.summary).execution_id;
    end loop;
    -- no more of them match: was that all, or are there others to look at?
    select l.p_last_id, l.p_is_more
    into v_last_id, v_page.is_more
    from _looked_until(
        v_ids, v_lowest_id, v_highest_id, p_newest_first, p_after, v_hidden, v_most
    ) as l;
    v_page.after := coalesce(v_last_id, p_after);
    return v_page;
end;
$ff_find_executions$;

comment on function ff_find_executions is
$$Executions that match a filter, with their state as it is now: a page of them, newest first unless `p_newest_first` is false, and how far the call has looked.

`p_filter` is an object; executions match that satisfy all of its keys: `lane_id`, `kind`, `namespace`, `public_state` (one, or an array of them), `tags` (an object: these tags are among those of the execution), `flow_id`, `idempotency_key` (the execution that the key stands for), `worker_instance_id` (what that process holds or has lost), `created_after` (then or later), `created_before` (earlier than that), `failure_category` and `execution_ids` (an array, at most 1000). A null is the same as a key left out; an unknown key is refused.

A call looks at 20,000 executions at most, and a page ends at 16 MiB of them, with at least one; so a page may be short, or empty, and still not the last. While `is_more`, pass `after` as `p_after` to go on. The order is that of the ids: that of submission, with the items of a batch one after the other, unless callers give the ids themselves. An execution that was submitted while pages were read may stand on a page that was read before: its id was made before its transaction committed.

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
