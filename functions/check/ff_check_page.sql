create or replace function ff_check_page(p_after uuid default null, p_limit integer default 100)
returns ff_checked_page
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
-- nested loops over more rows than the planner expected would be very slow
set plan_cache_mode = force_custom_plan
set jit = off
as $ff_check_page$
declare
    v_bound constant integer := 10000;
    v_after constant uuid := coalesce(p_after, '00000000-0000-0000-0000-000000000000');
    v_ids constant uuid[] := array(
        select e.execution_id
        from ff_exec_core as e
        where e.execution_id > v_after
        order by e.execution_id
        -- one more tells whether there is another page
        limit v_bound + 1
    );
    v_count integer := least(v_bound, cardinality(v_ids));
    v_findings ff_check_finding[];
    v_cut_at uuid;
begin
    perform _check_page_size(p_limit);
    v_findings := array(
        select row(f.invariant, f.execution_id, f.detail)::ff_check_finding
        from (
            select b.* from _broken_executions(v_bound, v_after) as b
            union all
            select b.* from _broken_leases(v_bound, v_after) as b
            union all
            select b.* from _broken_attempts(v_bound, v_after) as b
            union all
            select b.* from _broken_suspensions(v_bound, v_after) as b
            union all
            select b.* from _broken_waits(v_bound, v_after) as b
            union all
            select b.* from _broken_families(v_bound, v_after) as b
            union all
            select b.* from _broken_flows(v_bound, v_after) as b
        ) as f
        order by f.execution_id, f.invariant
        limit p_limit + 1
    );
    if cardinality(v_findings) > p_limit then
        -- the page ends before the execution whose findings are not all in it, or else with it
        v_cut_at := v_findings[p_limit + 1].execution_id;
        v_count := array_position(v_ids, v_cut_at) - 1;
        if v_findings[1].execution_id = v_cut_at and p_limit > 0 then
            v_findings := v_findings[:p_limit];
            v_count := v_count + 1;
        else
            v_findings := array(
                select f
                from unnest(v_findings) as f
                where (f).execution_id < v_cut_at
            );
        end if;
    end if;
    return (
        v_findings,
        v_count,
        coalesce(v_ids[v_count], p_after),
        cardinality(v_ids) > v_count
    )::ff_checked_page;
end;
$ff_check_page$;

comment on function ff_check_page is
$$Looks for broken invariants of executions, from the first execution to the last, a page at a time: after the last page every execution has been looked at, however many there are.

A call looks at up to 10,000 executions in the order of their ids, with their leases, attempts, suspensions, waits, children and flows; it ends earlier when it has `p_limit` findings. While `is_more`, pass `after` as `p_after`. Events, limits and settings are left to `ff_check`.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: 22023 and 22004 for arguments (`p_limit` is 0 to 1000).

Example:
```sql
select f.invariant, f.execution_id, p.looked_at_count, p.after, p.is_more
from flowfabric.ff_check_page() as p
left join unnest(p.findings) as f on true;
```
$$;
