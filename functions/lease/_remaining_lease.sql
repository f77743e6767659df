create or replace function _remaining_lease(p_execution ff_exec_core, p_now timestamptz)
returns ff_lease_renewal
language sql
stable
as $_remaining_lease$
    select row(
        p_execution.lease_expires_at,
        _ms_between(p_now, p_execution.lease_expires_at),
        p_execution.lease_epoch,
        p_execution.is_cancel_requested
        or (p_execution.is_limited and _is_told_to_stop(p_execution))
    )::ff_lease_renewal
$_remaining_lease$;

comment on function _remaining_lease is 'The answer to the holder of a lease about its remaining time.';
