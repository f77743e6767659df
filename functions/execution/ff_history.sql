create or replace function ff_history(p_execution_id text)
returns setof ff_history_entry
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
as $ff_history$
declare
    v_key constant _execution_key := _parse_execution_id('p_execution_id', p_execution_id);
begin
    perform _check_execution(v_key.partition_key, v_key.execution_id, 'read', 'operate');
    return query
    select
        h.occurred_at, h.what, h.attempt_index, h.lease_epoch, h.worker_id, h.worker_instance_id,
        h.details
    from _history(v_key) as h
    order by h.occurred_at, h.attempt_index nulls first, h.step;
end;
$ff_history$;

comment on function ff_history is
$$What happened to an execution, in order: when it was submitted, each attempt's begin and end, its suspensions and the signals that came, what operators did (cancellations, revocations, replays, other priorities, claims by hand, blocking and unblocking), since when it waits for a slot or a budget (`refused_by_limit`), a lease that lapsed and was not taken over, and how it ended. Of a member of a flow also when it joined, what became of each of its dependencies, when they were decided, and that the flow was cancelled. Renewals and delays are not listed. No row when there is no such execution.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select occurred_at, what, attempt_index, worker_instance_id
from flowfabric.ff_history('{fp:18}:0192f0a0-1111-7111-8111-123456789012');
```
$$;
