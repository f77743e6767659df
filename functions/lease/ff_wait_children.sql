create or replace function ff_wait_children(p_handle text)
returns ff_released_execution
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_wait_children$
begin
    return _wait_children(_parse_handle(p_handle));
end;
$ff_wait_children$;

comment on function ff_wait_children is
$$Gives the lease back; a claim continues the same attempt once the executions that it depends on have ended.

To let an execution wait for executions that its worker has submitted: submit the children into its flow, make each an upstream of it (`ff_stage_dependency_edge`, then `ff_apply_dependency_to_child`), and call this function, best all in one transaction. The join decides as for any other execution: all of them by default, another policy with `ff_set_edge_group_policy`. When it has become impossible, the execution is `skipped`.

Effects: the execution is `waiting_children`; `waiting` when it depends on no execution or all of them have ended already. The time until the attempt continues does not count for the attempt's timeout.

Idempotent: sent again with the same handle before the next claim it changes nothing and returns `is_replay`.

Locks: the execution, until the caller's transaction ends.

Errors: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select public_state from flowfabric.ff_wait_children(:'handle');
```
$$;
