create or replace function _is_grant_consumed(p_execution ff_exec_core, p_key _grant_key)
returns boolean
language plpgsql
stable
as $_is_grant_consumed$
begin
    -- A redemption ends the attempt of the lease that was lost. Nothing else does before the grant
    -- lapses, except the end of the execution, which keeps no record of its own.
    return exists (
        select 1
        from ff_attempt as a
        where
            a.execution_id = p_execution.execution_id
            and a.lease_epoch = p_key.lease_epoch
            and a.outcome = 'interrupted_reclaimed'
    );
end;
$_is_grant_consumed$;

comment on function _is_grant_consumed is
'Was a reclaim grant that is gone redeemed? If not, the execution came to an end before.';
