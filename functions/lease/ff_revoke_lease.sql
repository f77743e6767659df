create or replace function ff_revoke_lease(
    p_execution_id uuid,
    p_expected_lease_id uuid default null,
    p_worker_instance_id text default null,
    p_reason text default null,
    p_actor text default null
)
returns ff_revoked_lease
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_revoke_lease$
declare
    v_execution ff_exec_core;
    v_now timestamptz;
    v_why text;
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    if p_worker_instance_id is not null then
        perform _check_name('p_worker_instance_id', p_worker_instance_id, 'worker');
    end if;
    perform _check_audit(p_reason, p_actor);
    perform _check_execution(p_execution_id, 'operate');
    v_execution := _lock_execution(p_execution_id);
    v_now := _now_at_gate();

    v_why := case
        when v_execution.state = 'revoked' then 'already_revoked'
        when v_execution.state <> 'active' then 'no_active_lease'
        when v_execution.lease_expires_at <= v_now then 'already_expired'
        when p_worker_instance_id <> v_execution.worker_instance_id
            then 'different_worker_instance_id'
        when p_expected_lease_id <> v_execution.lease_id then 'lease_id_mismatch'
    end;
    if v_why is null then
        perform _release(
            v_execution, 'revoked', v_now, v_now, 'revoked', _audit(p_reason, p_actor)
        );
    end if;
    return (
        p_execution_id,
        case when v_why is null then 'revoked' else 'already_satisfied' end,
        v_why,
        v_execution.lease_id,
        v_execution.lease_epoch
    )::ff_revoked_lease;
end;
$ff_revoke_lease$;

comment on function ff_revoke_lease is
$$Takes a lease away from its holder, whose next call is refused; the next claim takes the execution over.

With `p_expected_lease_id` or `p_worker_instance_id` only that lease, or a lease of that process, is revoked.

Effects: `revoked`; or `already_satisfied`, with `why`: `no_active_lease`, `already_revoked`, `already_expired`, `different_worker_instance_id`, `lease_id_mismatch`. The epoch grows at the takeover.

Idempotent: yes.

Locks: the execution, until the caller's transaction ends.

Errors: ZF201 execution_not_found; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select outcome, why
from flowfabric.ff_revoke_lease(
    '0192f0a0-1111-7111-8111-123456789012', p_reason => 'the worker hangs'
);
```
$$;
