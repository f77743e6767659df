create or replace function ff_list_executions(
    p_filter jsonb default '{}',
    p_newest_first boolean default true,
    p_after uuid default null,
    p_limit integer default 100
)
returns setof ff_execution_summary
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
as $ff_list_executions$
begin
    return query
    select e.*
    from unnest((ff_find_executions(p_filter, p_newest_first, p_after, p_limit)).executions) as e;
end;
$ff_list_executions$;

comment on function ff_list_executions is
$$The executions of one page of `ff_find_executions`, as rows: for a look by hand. It does not say whether there are more.

The arguments and the order are those of `ff_find_executions`. A page without rows is not the end when the filter matches few of many executions: `ff_find_executions` says how far it has looked.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments (`p_limit` is 0 to 1000).

Example:
```sql
select execution_id, kind, public_state
from flowfabric.ff_list_executions('{"lane_id": "emails", "public_state": "failed"}');
```
$$;
