create or replace function _ended_lease(
    p_execution ff_exec_core,
    p_fence _fence,
    p_end ff_lease_end
)
returns boolean
language sql
immutable
as $_ended_lease$
    select
        (p_execution).lease_ended_by is not distinct from p_end
        and (p_execution).lease_epoch is not distinct from (p_fence).lease_epoch
        and (p_execution).lease_id is not distinct from (p_fence).lease_id
        and (p_execution).attempt_id is not distinct from (p_fence).attempt_id
        and (p_execution).attempt_index is not distinct from (p_fence).attempt_index
$_ended_lease$;

comment on function _ended_lease is
'Was it this very lease that was ended, and by this kind of call? Then a call re-sent is answered as the first was.';
