create or replace function ff_renew(
    p_handle text,
    p_lease_ttl_ms bigint default null
)
returns ff_lease_renewal
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_renew$
declare
    v_fence constant _fence := _parse_handle(p_handle);
    v_ttl_ms constant bigint := coalesce(p_lease_ttl_ms, v_fence.lease_ttl_ms);
begin
    perform _check_lease_ttl('p_lease_ttl_ms', v_ttl_ms);
    return _renew_lease(v_fence, v_ttl_ms);
end;
$ff_renew$;

comment on function ff_renew is
$$Extends a lease: it expires `p_lease_ttl_ms` from now; without that argument, after the time that the claim asked for.

Effects: moves `lease_expires_at`, never past the attempt's timeout or the execution's deadline; a shorter ttl shortens the lease. The epoch and the handle stay as they are. `cancel_requested` asks the worker to stop: an operator has cancelled the execution with a time of grace (`ff_cancel_execution`), or a budget was exceeded. A cancellation without a grace ends the lease at once.

Idempotent: each call extends the lease again, from the moment of the call.

Locks: the execution, until the caller's transaction ends.

Errors: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select lease_remaining_ms, cancel_requested from flowfabric.ff_renew(:'handle');
```
$$;
