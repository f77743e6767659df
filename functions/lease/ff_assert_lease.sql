create or replace function ff_assert_lease(p_handle text)
returns ff_lease_renewal
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_assert_lease$
declare
    v_fence constant _fence := _parse_handle(p_handle);
    v_execution constant ff_exec_core := _lock_execution(v_fence.execution_id);
    v_now constant timestamptz := _now();
begin
    perform _check_fence(v_execution, v_fence, v_now);
    return _remaining_lease(v_execution, v_now);
end;
$ff_assert_lease$;

comment on function ff_assert_lease is
$$Raises an error unless the caller holds the lease now, and prevents a takeover until the caller's transaction ends.

Call it first in a transaction that writes business rows: they commit only if the lease was held.

Effects: none; the lease is not extended.

Idempotent: yes.

Locks: the execution, until the caller's transaction ends: a takeover skips it meanwhile, also when the lease runs out.

Errors: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select lease_remaining_ms from flowfabric.ff_assert_lease(:'handle');
```
$$;
