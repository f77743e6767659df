create or replace function _is_own_lease_end(
    p_execution ff_exec_core,
    p_fence _fence,
    p_end ff_lease_end
)
returns boolean
language sql
immutable
as $_is_own_lease_end$
    select
        p_execution.lease_ended_by is not distinct from p_end
        -- an operator's call has raised the epoch and written a new lease id
        and p_execution.lease_epoch - (p_end >= 'operator_completed')::integer
            is not distinct from p_fence.lease_epoch
        and case
            when p_end >= 'operator_completed' then p_execution.overridden_lease_id
            else p_execution.lease_id
        end is not distinct from p_fence.lease_id
        -- a handle does not name an attempt: the lease implies it
        and (
            num_nonnulls(p_fence.attempt_id, p_fence.attempt_index) = 0
            or (p_execution.attempt_id, p_execution.attempt_index)
            is not distinct from (p_fence.attempt_id, p_fence.attempt_index)
        )
$_is_own_lease_end$;

comment on function _is_own_lease_end is
'Was the lease of a fence the last one, and did this kind of call end it? Then a call that is sent again is a replay.';
