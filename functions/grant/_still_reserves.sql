create or replace function _still_reserves(p_grant ff_claim_grant, p_execution ff_exec_core)
returns boolean
language sql
immutable
as $_still_reserves$
    select
        -- a grant from the time of an earlier owner is void
        p_grant.lease_epoch = p_execution.lease_epoch
        -- so is a grant on a lapsed lease that became live again, because the clock was set back,
        -- and was then renewed or revoked
        and (p_grant.kind <> 'reclaim' or p_execution.claimable_at = p_grant.expires_at)
$_still_reserves$;

comment on function _still_reserves is
'Is a grant still about the execution as it is? Its time is another question.';
