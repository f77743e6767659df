create or replace function ff_check(p_limit integer default 100)
returns setof ff_check_finding
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
as $ff_check$
begin
    perform _check_page_size(p_limit);
    return query
    select
        f.invariant,
        _format_execution_id(f.partition_key, f.execution_id),
        f.detail
    from (
        select b.* from _broken_executions() as b
        union all
        select b.* from _broken_attempts() as b
        union all
        select b.* from _broken_completions() as b
        union all
        select b.* from _broken_keys() as b
        union all
        select b.* from _broken_heads() as b
        union all
        select b.* from _broken_grants() as b
        union all
        select b.* from _broken_suspensions() as b
        union all
        select b.* from _broken_signals() as b
        union all
        select b.* from _broken_flows() as b
        union all
        select b.* from _broken_joins() as b
        union all
        select b.* from _broken_streams() as b
        union all
        select b.* from _broken_events() as b
    ) as f
    limit p_limit;
end;
$ff_check$;

comment on function ff_check is
$$Looks for broken invariants: no row means healthy. A row is a bug; please report it.

It reads every execution: run it in tests, and in production when something seems wrong.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: 22023 and 22004 for arguments (`p_limit` is 0 to 1000).

Example:
```sql
select invariant, execution_id, detail from flowfabric.ff_check();
```
$$;
