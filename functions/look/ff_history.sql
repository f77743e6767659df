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
$$The history of an execution, in order of time; no row when the execution does not exist.

It lists the submission, the beginning and the end of each attempt, the steps of this life and the waits, suspensions and signals, lives before (`continued_as_new`), calls of operators (cancelling, revoking, replaying, changing the priority, `ff_issue_grant_and_claim`, blocking and unblocking), and the end, with those before a replay. It also shows since when the execution waits for a limit (`refused_by_limit`), a lease that has lapsed and was not taken over, and the last lease that its holder gave back (`handed_back`, with `due_at`), until the next claim. For a member of a flow it shows when it joined, the outcome of each dependency (not of upstreams in lanes that the caller may not read), when its join was decided, and the cancellation of the flow. Renewals, and hand-backs before the last one, are not listed.

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
