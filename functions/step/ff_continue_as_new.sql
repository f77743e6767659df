create or replace function ff_continue_as_new(
    p_handle text,
    p_input jsonb default null,
    p_payload bytea default null
)
returns ff_finished_execution
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_continue_as_new$
declare
    v_fence constant _fence := _parse_handle(p_handle);
    v_execution ff_exec_core;
    v_now timestamptz;
begin
    perform _check_content('p_input', p_input, 'p_payload', p_payload);
    v_execution := _lock_execution(v_fence.execution_id);
    v_now := _now_at_gate();
    if (
        v_execution.state <> 'active'
        and _is_own_lease_end(v_execution, v_fence, 'continued')
    ) or _is_own_attempt_end(v_fence, 'continued') then
        return (
            v_fence.execution_id, _state_of(v_fence.execution_id), true
        )::ff_finished_execution;
    end if;
    perform _check_fence(
        v_execution, v_fence, _fence_moment(v_execution.lease_expires_at, v_now)
    );
    v_execution := _begin_life(v_execution, p_input, p_payload, v_now);
    return (
        v_fence.execution_id,
        _public_state(_effective_state(
            v_execution.state, v_execution.claimable_at, v_execution.lease_expires_at, v_now
        )),
        false
    )::ff_finished_execution;
end;
$ff_continue_as_new$;

comment on function ff_continue_as_new is
$$Ends a life of the execution and begins the next one, with another input: for work that goes on for months, and would save too many steps.

Effects: the attempt has ended with success, and the execution is `waiting`: a claim begins a new attempt, of type `initial`, with `p_input` or `p_payload`, without steps. It is the same execution, with its id, keys, tags and flow. The counts of retries and takeovers begin at 0 again, and a deadline of the policy counts from now; attempt_index and epoch go on. The tag `flowfabric.life` and `ff_describe_execution` have the number of the life. Children are left alone: they go on, and no longer end with this execution. Signals that were not used are kept.

Idempotent: sent again with the same handle it returns the first answer, with `is_replay`, also when the execution has been claimed since; for rows of your own in the same transaction, see `ff_complete`.

Locks: the execution, until the caller's transaction ends.

Errors: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select public_state from flowfabric.ff_continue_as_new(:'handle', '{"since": "2030-02-01"}');
```
$$;
