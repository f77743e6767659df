create or replace function ff_move_to_waiting_children(
    p_execution_id uuid,
    p_attempt_index integer,
    p_lease_id uuid,
    p_lease_epoch bigint,
    p_attempt_id uuid,
    p_source text default 'lease_holder',
    p_actor text default null,
    p_reason text default null
)
returns ff_released_execution
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_move_to_waiting_children$
begin
    return _wait_children(
        _typed_fence(
            p_execution_id, p_attempt_index, p_lease_id, p_lease_epoch, p_attempt_id,
            p_source, p_actor, p_reason
        ),
        _override(p_source, p_actor, p_reason)
    );
end;
$ff_move_to_waiting_children$;

comment on function ff_move_to_waiting_children is
$$Gives a lease back until the executions that this one depends on have ended, as `ff_wait_children`, with explicit ids; an operator may leave the fence out.

An override: with `p_source => 'operator_override'` an operator makes the call in the place of the holder. It acts on the lease whose fence is given, or, without the three ids, on the live lease. The call raises the epoch, so the holder's next call is refused and is never taken for a replay of this one; `ff_history` shows the override with `p_actor` and `p_reason`. An operator may call as the holder only for a lease that `ff_issue_grant_and_claim` gave to an operator, and a worker may not call as an operator.

Effects: as `ff_wait_children`; an override further raises the epoch and writes an event of kind `overridden`.

Idempotent: as `ff_wait_children`. An override that is sent again with the same fence changes nothing and returns `is_replay`. Without a fence it does so until the next claim; after that it acts on the new lease.

Locks: the execution, until the caller's transaction ends.

Errors: ZF101 lease_expired, ZF102 stale_lease (also for another attempt index), ZF103 lease_revoked, ZF104 fence_required, ZF105 execution_not_active, ZF201 execution_not_found, ZF801 not_authorised (also in a restricted lane); 22023 and 22004 for arguments.

Example:
```sql
select public_state
from flowfabric.ff_move_to_waiting_children(
    '0192f0a0-1111-7111-8111-123456789012', 0,
    '5a1c6e1e-0000-4000-8000-000000000001', 1, '5a1c6e1e-0000-4000-8000-000000000002'
);
```
$$;
