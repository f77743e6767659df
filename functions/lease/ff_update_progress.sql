create or replace function ff_update_progress(
    p_execution_id uuid,
    p_attempt_index integer,
    p_lease_id uuid,
    p_lease_epoch bigint,
    p_attempt_id uuid,
    p_percent integer default null,
    p_message text default null,
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
as $ff_update_progress$
begin
    return _report_progress(
        _typed_fence(
            p_execution_id, p_attempt_index, p_lease_id, p_lease_epoch, p_attempt_id,
            p_source, p_actor, p_reason, p_may_override => false
        ),
        p_percent,
        p_message
    );
end;
$ff_update_progress$;

comment on function ff_update_progress is
$$Stores the progress of the work, as `ff_progress`, with explicit ids.

Effects: as `ff_progress`.

Idempotent: yes.

Locks: the execution, until the caller's transaction ends.

Errors: ZF101 lease_expired, ZF102 stale_lease (also for another attempt index), ZF103 lease_revoked, ZF104 fence_required, ZF105 execution_not_active, ZF201 execution_not_found, ZF801 not_authorised (also in a restricted lane); 22023 and 22004 for arguments.

Example:
```sql
select cancel_requested
from flowfabric.ff_update_progress(
    '0192f0a0-1111-7111-8111-123456789012', 0,
    '5a1c6e1e-0000-4000-8000-000000000001', 1, '5a1c6e1e-0000-4000-8000-000000000002', 40
);
```
$$;
