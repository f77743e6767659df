create or replace function _holds_slot(p_token ff_quota_token, p_execution ff_exec_core)
returns boolean
language sql
immutable
as $_holds_slot$
    select
        -- by a standing admission
        (p_token.lease_epoch is null and p_execution.terminal_at is null)
        or (
            p_execution.state = 'active'
            and p_execution.lease_epoch = p_token.lease_epoch
            and p_execution.lease_expires_at = p_token.free_at
        )
        -- by a grant that is out
        or (
            p_execution.lease_epoch = p_token.lease_epoch - 1
            and p_execution.claimable_at = p_token.free_at
        )
$_holds_slot$;

comment on function _holds_slot is 'Does an execution hold this slot, which names it?';
