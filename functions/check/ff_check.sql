create or replace function ff_check(p_limit integer default 100)
returns setof ff_check_finding
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
-- nested loops over more rows than the planner expected would be very slow
set plan_cache_mode = force_custom_plan
set jit = off
as $ff_check$
declare
    -- how many rows of each kind are looked at
    v_bound constant integer := 20000;
begin
    perform _check_page_size(p_limit);
    return query
    -- materialized: planned as if all rows were wanted, not the first ones
    with finding as materialized (
        select b.* from _broken_executions(v_bound) as b
        union all
        select b.* from _broken_leases(v_bound) as b
        union all
        select b.* from _broken_attempts(v_bound) as b
        union all
        select b.* from _broken_completions(v_bound) as b
        union all
        select b.* from _broken_keys(v_bound) as b
        union all
        select b.* from _broken_heads(v_bound) as b
        union all
        select b.* from _broken_grants(v_bound) as b
        union all
        select b.* from _broken_suspensions(v_bound) as b
        union all
        select b.* from _broken_signals(v_bound) as b
        union all
        select b.* from _broken_steps(v_bound) as b
        union all
        select b.* from _broken_waits(v_bound) as b
        union all
        select b.* from _broken_families(v_bound) as b
        union all
        select b.* from _broken_flows(v_bound) as b
        union all
        select b.* from _broken_joins(v_bound) as b
        union all
        select b.* from _broken_admissions(v_bound) as b
        union all
        select b.* from _broken_budgets(v_bound) as b
        union all
        select b.* from _broken_submitters(v_bound) as b
        union all
        select b.* from _broken_streams(v_bound) as b
        union all
        select b.* from _broken_events() as b
        union all
        select b.* from _broken_records(v_bound) as b
        union all
        select b.* from _broken_jobs(v_bound) as b
    )

    select
        f.invariant,
        f.execution_id,
        f.detail
    from finding as f
    limit p_limit;
end;
$ff_check$;

comment on function ff_check is
$$Looks for broken invariants: no row means healthy. A row is a bug; please report it.

It looks at the 20,000 newest rows of each kind, and at the 20,000 executions that claims would find first, each by an index. Of the events it reads the newest 200,000, and compares them only with executions of the same age. So it takes a few seconds at most, however many rows there are, and no session waits for it: it reads one snapshot and locks no row. It is safe in production; do not run it every second.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: 22023 and 22004 for arguments (`p_limit` is 0 to 1000).

Example:
```sql
select invariant, execution_id, detail from flowfabric.ff_check();
```
$$;
