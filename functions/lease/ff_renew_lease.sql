create or replace function ff_renew_lease(
    p_execution_id uuid,
    p_attempt_index integer,
    p_lease_id uuid,
    p_lease_epoch bigint,
    p_attempt_id uuid,
    p_lease_ttl_ms bigint default 30000,
    p_source text default 'lease_holder',
    p_actor text default null,
    p_reason text default null
)
returns ff_lease_renewal
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_renew_lease$
begin
    perform _check_lease_ttl('p_lease_ttl_ms', p_lease_ttl_ms);
    return _renew_lease(
        _typed_fence(
            p_execution_id, p_attempt_index, p_lease_id, p_lease_epoch, p_attempt_id,
            p_source, p_actor, p_reason, p_may_override => false
        ),
        p_lease_ttl_ms
    );
end;
$ff_renew_lease$;

comment on function ff_renew_lease is
$$Extends a lease, as `ff_renew`, with explicit ids. Only the holder renews its lease: the fence is always needed.

Effects: as `ff_renew`.

Idempotent: each call extends the lease again, from the moment of the call.

Locks: the execution, until the caller's transaction ends.

Errors: ZF101 lease_expired, ZF102 stale_lease (also for another attempt index), ZF103 lease_revoked, ZF104 fence_required, ZF105 execution_not_active, ZF201 execution_not_found, ZF801 not_authorised (also in a restricted lane); 22023 and 22004 for arguments.

Example:
```sql
select lease_remaining_ms
from flowfabric.ff_renew_lease(
    '0192f0a0-1111-7111-8111-123456789012', 0,
    '5a1c6e1e-0000-4000-8000-000000000001', 1, '5a1c6e1e-0000-4000-8000-000000000002', 30000
);
```
$$;
