create or replace function ff_list_budgets(
    p_after uuid default null,
    p_limit integer default 100
)
returns setof ff_budget_status
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $ff_list_budgets$
declare
    v_now constant timestamptz := _now();
    v_budget ff_budget;
begin
    perform _check_page_size(p_limit);
    for v_budget in
        select b.*
        from unnest(_shown_owners('budget')) as o (owner_name)
        cross join lateral (
            select n.*
            from ff_budget as n
            where n.owner_name = o.owner_name and (p_after is null or n.budget_id > p_after)
            order by n.budget_id
            limit p_limit
        ) as b
        order by b.budget_id
        limit p_limit
    loop
        return next _budget_status(v_budget, v_now);
    end loop;
end;
$ff_list_budgets$;

comment on function ff_list_budgets is
$$The budgets that the caller may use, in the order of their ids, each as `ff_get_budget_status` returns it.

`p_after` is the last id of the page before.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: 22023 and 22004 for arguments (`p_limit` is 0 to 1000).

Example:
```sql
select budget_id, scope_id, usage, hard_limits, next_reset_at from flowfabric.ff_list_budgets();
```
$$;
