create or replace function ff_create_waitpoint(
    p_handle text,
    p_waitpoint_key text,
    p_expires_in_ms bigint,
    p_token_ttl_ms bigint default null,
    p_step_key text default null,
    p_title text default null,
    p_detail jsonb default null
)
returns ff_created_waitpoint
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_create_waitpoint$
declare
    v_fence constant _fence := _parse_handle(p_handle);
    v_execution ff_exec_core;
    v_now timestamptz;
    v_waitpoint ff_waitpoint;
begin
    perform _check_name('p_waitpoint_key', p_waitpoint_key, 'label');
    if p_expires_in_ms is null then
        perform _raise_null('p_expires_in_ms');
    elsif not _is_duration(p_expires_in_ms, 1) then
        perform _raise_invalid('p_expires_in_ms', 'must be between 1 and 315360000000');
    end if;
    perform _check_token_ttl(p_token_ttl_ms);
    perform _check_shown(p_step_key, p_title, p_detail);
    v_execution := _lock_execution(v_fence.execution_id);
    v_now := _now();
    perform _check_fence(v_execution, v_fence, v_now);
    -- a suspension in an older snapshot, which does not show the waitpoint, conflicts here
    update ff_exec_core as e
    set updated_at = v_now
    where e.execution_id = v_fence.execution_id;
    if p_step_key is not null then
        v_waitpoint := _step_waitpoint(v_fence.execution_id, p_step_key, p_waitpoint_key);
    end if;
    if v_waitpoint.waitpoint_id is null then
        v_waitpoint := _new_waitpoint(
            v_execution, p_waitpoint_key, 'pending', null, _after_ms(v_now, p_expires_in_ms), v_now,
            p_step_key, p_title, p_detail
        );
    end if;
    return (
        v_waitpoint.waitpoint_id, p_waitpoint_key,
        _token_of(v_waitpoint, _after_ms(v_now, p_token_ttl_ms)),
        v_waitpoint.expires_at, _ms_until(v_waitpoint.expires_at, v_now)
    )::ff_created_waitpoint;
end;
$ff_create_waitpoint$;

comment on function ff_create_waitpoint is
$$Creates a waitpoint before the suspension that will wait for it, so that its token can be sent first. Signals that come before the suspension are kept for it.

Effects: a waitpoint that takes signals until `p_expires_in_ms` from now, or until its attempt has ended (a lost lease, a failure). A later `ff_suspend` on its key in the same attempt waits for it; from then on the limit of time does not apply. A signal that came in time is kept, however late the suspension comes. With `p_token_ttl_ms` the token expires after that time, as one of `ff_read_waitpoint_token` does.

With `p_step_key` the waitpoint belongs to that step of the execution, and not to the attempt: a later call of any attempt with the same keys returns the same waitpoint, and a suspension with this step key (`ff_suspend`) waits for it. `p_title` and `p_detail` are what a person who decides is shown.

Idempotent: with `p_step_key`. Without, every call creates another waitpoint, also under the same key, and a suspension on the key waits for all of them.

Locks: the execution, until the caller's transaction ends.

Errors: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found, ZF212 step_kind_mismatch; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select waitpoint_id, token from flowfabric.ff_create_waitpoint(:'handle', 'review', 300000);
```
$$;
