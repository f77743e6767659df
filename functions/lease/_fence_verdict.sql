create or replace function _fence_verdict(
    p_execution ff_exec_core,
    p_fence _fence,
    p_now timestamptz
)
returns text
language sql
immutable
as $_fence_verdict$
    -- the order is part of the contract: active, revoked, expired, stale
    select case
        when p_execution.state = 'revoked' then 'lease_revoked'
        when p_execution.state not in ('active', 'lapsed') then 'execution_not_active'
        when p_execution.state = 'lapsed' or p_execution.lease_expires_at <= p_now
            then 'lease_expired'
        -- "is distinct from" on every part: a NULL never passes
        when p_execution.lease_epoch is distinct from p_fence.lease_epoch
            or p_execution.lease_id is distinct from p_fence.lease_id
            -- a handle does not name an attempt: the lease implies it
            or (
                num_nonnulls(p_fence.attempt_id, p_fence.attempt_index) > 0
                and (p_execution.attempt_id, p_execution.attempt_index)
                is distinct from (p_fence.attempt_id, p_fence.attempt_index)
            )
            then 'stale_lease'
    end
$_fence_verdict$;

comment on function _fence_verdict is
'The sequence of checks that every call of a lease holder must pass: null, or the symbol of the error.';
