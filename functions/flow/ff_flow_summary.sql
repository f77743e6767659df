create or replace function ff_flow_summary(p_flow_id uuid)
returns setof ff_flow_counts
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
as $ff_flow_summary$
begin
    if p_flow_id is null then
        perform _raise_null('p_flow_id');
    end if;
    perform _check_flow(p_flow_id, 'read', 'operate');
    return query
    select c.*
    from ff_flow as f
    cross join lateral _counted_flow(f.flow_id, _now()) as c
    where f.flow_id = p_flow_id;
end;
$ff_flow_summary$;

comment on function ff_flow_summary is
$$How many members of a flow are in which public state, counted now; no row when there is no such flow.

`public_flow_state` is `cancelled` once the flow was cancelled. Otherwise, when all members have ended, it is `failed` if one of them failed, was cancelled or expired, and `completed` if not; a member does not count if all joins that it was an upstream of were satisfied without it, as in a race. While members have not ended, it is `running` when one of them runs, `blocked` when none runs and one is suspended, delayed, limited or waiting for others, also where another one could be claimed, and `open` in all other cases.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: 22004 for arguments; ZF801 not_authorised in a restricted lane.

Example:
```sql
select public_flow_state, total_members, completed, failed
from flowfabric.ff_flow_summary('0192f0a0-2222-7222-8222-123456789012');
```
$$;
