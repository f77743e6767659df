create or replace function ff_history(p_execution_id uuid)
returns setof ff_history_entry
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
as $ff_history$
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_execution(p_execution_id, 'read', 'operate');
    return query
    select
        h.occurred_at, h.what, h.attempt_index, h.lease_epoch, h.worker_id, h.worker_instance_id,
        h.details
    from _history(p_execution_id) as h
    order by h.occurred_at, h.attempt_index nulls first, h.step;
end;
$ff_history$;

comment on function ff_history is
$$The history of an execution, in order: when it was submitted, each attempt's begin and end, its suspensions and the signals that came, calls of operators (cancellations, revocations, replays, other priorities, claims by hand, blocking and unblocking), since when it waits for a slot or a budget (`refused_by_limit`), a lease that lapsed and was not taken over, a lease that its holder gave back (`handed_back`, with `due_at`) until the next claim, and how it ended. For a member of a flow also when it joined, the outcome of each of its dependencies (not of upstreams in lanes that the caller may not read), when they were decided, and that the flow was cancelled. Renewals are not listed, nor hand-backs before the last one. No row when there is no such execution.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22004 for arguments.

Example:
```sql
select occurred_at, what, attempt_index, worker_instance_id
from flowfabric.ff_history('0192f0a0-1111-7111-8111-123456789012');
```
$$;
