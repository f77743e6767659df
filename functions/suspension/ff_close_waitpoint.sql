create or replace function ff_close_waitpoint(
    p_handle text,
    p_waitpoint_id uuid,
    p_reason text default 'proactive_close'
)
returns ff_closed_waitpoint
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_close_waitpoint$
declare
    v_fence constant _fence := _parse_handle(p_handle);
    v_execution ff_exec_core;
    v_waitpoint ff_waitpoint;
    v_now timestamptz;
begin
    if p_waitpoint_id is null then
        perform _raise_null('p_waitpoint_id');
    end if;
    perform _check_name('p_reason', p_reason, 'label');
    v_execution := _lock_execution(v_fence.execution_id);
    v_now := _now();
    perform _check_fence(v_execution, v_fence, v_now);
    v_waitpoint := _waitpoint_of(v_execution, p_waitpoint_id);
    -- The execution is held, so an open waitpoint is pending: the end of a suspension closes its
    -- waitpoints. An expired one may still have signals for a later suspension.
    update ff_waitpoint as w
    set state = 'closed', closed_at = v_now, close_reason = p_reason
    where w.waitpoint_id = p_waitpoint_id and w.state = 'pending';
    return (
        p_waitpoint_id,
        case
            when _is_open(v_waitpoint, v_execution, v_now) then 'closed' else 'already_closed'
        end
    )::ff_closed_waitpoint;
end;
$ff_close_waitpoint$;

comment on function ff_close_waitpoint is
$$Closes a waitpoint that no suspension waits for yet and that is not needed any more: its token delivers no signals from now on.

Effects: `closed`; or `already_closed`, also when its time or its attempt has ended.

Idempotent: yes, while the lease lasts.

Locks: the execution, until the caller's transaction ends.

Errors: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found, ZF501 waitpoint_not_found; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select outcome from flowfabric.ff_close_waitpoint(:'handle', :'waitpoint_id');
```
$$;
