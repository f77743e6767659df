create or replace function ff_deliver_approval_signal(
    p_execution_id uuid,
    p_waitpoint_id uuid,
    p_signal_name text,
    p_approver text,
    p_idempotency_key text default null
)
returns ff_delivered_signal
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_deliver_approval_signal$
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    if p_waitpoint_id is null then
        perform _raise_null('p_waitpoint_id');
    end if;
    perform _check_name('p_signal_name', p_signal_name, 'label');
    perform _check_name('p_approver', p_approver, 'label');
    if p_idempotency_key is not null then
        perform _check_text('p_idempotency_key', p_idempotency_key, 256);
    end if;
    perform _check_execution(p_execution_id, 'approve');
    return _accept_signal(
        p_execution_id,
        p_waitpoint_id,
        (
            null, p_signal_name, null, null, 'operator', p_approver,
            -- one signal for each approver, unless the caller gives a key of its own
            jsonb_build_array('approval', p_signal_name, p_approver, p_idempotency_key)::text,
            null, 0, 'approval'
        )::_signal_request,
        _audit(null, p_approver)
    );
end;
$ff_deliver_approval_signal$;

comment on function ff_deliver_approval_signal is
$$Delivers the decision of an approver to a waitpoint. The role of the caller permits it, so no token is needed.

`p_signal_name` is any name. "rejected" is a signal like "approved": the condition says whether it counts.

Effects: as `ff_deliver_signal`, with source type `operator`, category `approval` and the approver as the source. The event records the approver and the login.

Idempotent: yes, for the same approver, name and `p_idempotency_key`: the repeated call returns `duplicate`.

Locks: the execution, until the caller's transaction ends.

Errors: ZF201 execution_not_found, ZF501 waitpoint_not_found, ZF504 waitpoint_closed, ZF505 target_not_signalable when the execution has ended, ZF508 signal_limit_exceeded, ZF512 signal_conflict; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select outcome, effect
from flowfabric.ff_deliver_approval_signal(:'execution_id', :'waitpoint_id', 'approved', 'ada');
```
$$;
