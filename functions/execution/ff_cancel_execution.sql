create or replace function ff_cancel_execution(
    p_execution_id uuid,
    p_reason text,
    p_source text default 'operator_override',
    p_lease_id uuid default null,
    p_lease_epoch bigint default null,
    p_attempt_id uuid default null,
    p_actor text default null,
    p_grace_ms bigint default 0
)
returns ff_cancelled_execution
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_cancel_execution$
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_text('p_reason', p_reason, 65536);
    perform _check_name('p_source', p_source, 'label');
    if p_actor is not null then
        perform _check_name('p_actor', p_actor, 'label');
    end if;
    if p_grace_ms is null then
        perform _raise_null('p_grace_ms');
    elsif not _is_duration(p_grace_ms, 0) then
        perform _raise_invalid('p_grace_ms', 'must be between 0 and 315360000000');
    elsif p_grace_ms > 0 and p_source = 'lease_holder' then
        perform _raise_invalid('p_grace_ms', 'must be 0 when the holder of the lease cancels');
    end if;
    if p_source <> 'lease_holder' then
        perform _check_steering(p_execution_id, 'ff_cancel_execution');
    else
        if num_nulls(p_lease_id, p_lease_epoch, p_attempt_id) > 0 then
            perform _raise_fence_required(p_execution_id, p_lease_id, p_lease_epoch, p_attempt_id);
        end if;
        perform _check_execution(p_execution_id, 'claim', 'operate');
        perform _check_holder(p_execution_id, p_lease_id);
    end if;
    return _cancel_execution(
        p_execution_id, p_reason, _cancelling_source(p_source), p_lease_id, p_lease_epoch,
        p_attempt_id, p_actor, p_grace_ms
    );
end;
$ff_cancel_execution$;

comment on function ff_cancel_execution is
$$Ends an execution as cancelled, in any phase.

With `p_source => 'lease_holder'` the holder of the lease cancels and must pass its fence, which is checked as in `ff_fail`. Every other source acts without a lease: an operator, or a role that submitted the execution itself, for which `submitter` is recorded as the source.

Effects: `cancelled`: the execution has ended; a lease on it ends at once, and its holder's next call is refused. Writes its completion event with the source, actor and reason of the cancellation. `requested`: with `p_grace_ms`, when a worker holds it: the holder sees `cancel_requested` when it renews, may save steps, and may end the execution by itself. At the end of the grace, or as soon as no worker holds the execution, it is cancelled; no claim takes it meanwhile. Its `deadline_at` is the end of the grace then, unless it was earlier.

Idempotent: for a cancelled execution the call returns `cancelled`, with `is_replay`; the first reason is kept, and is the `cancellation_reason` of the answer. A holder gets this answer only for its own cancellation, also after the execution was replayed. After a cancellation from another source the holder has lost its lease, and its call raises.

Locks: the execution, until the caller's transaction ends.

Errors: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF104 fence_required, ZF105 execution_not_active, ZF201 execution_not_found, ZF207 execution_already_terminal, ZF801 not_authorised (for an execution of another role, and in a restricted lane); 22023 and 22004 for arguments.

Example:
```sql
select outcome, previous_phase
from flowfabric.ff_cancel_execution(
    '0192f0a0-1111-7111-8111-123456789012', 'the customer left', p_actor => 'ada'
);
```
$$;
