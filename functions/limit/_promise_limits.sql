create or replace function _promise_limits(
    p_execution_id uuid,
    p_rules jsonb,
    p_until timestamptz,
    p_now timestamptz
)
returns uuid[]
language plpgsql
as $_promise_limits$
declare
    -- cannot raise ZF201: the row is locked already
    v_execution constant ff_exec_core := _lock_execution(p_execution_id);
begin
    -- a takeover beyond the cap asks no limits: its redemption ends the execution
    if _candidate_verdict(v_execution, p_now) = 'reclaims_exhausted'
        or not _settle_candidate(v_execution, p_now)
        and _admit_candidate(
            v_execution, _limits_of(v_execution, p_rules), p_until, p_now, p_is_promise => true
        )
    then
        return array[p_execution_id];
    end if;
    return array[]::uuid[];
end;
$_promise_limits$;

comment on function _promise_limits is
'Takes what a locked execution needs from its limits, for a grant: its id, or nothing when it was ended, parked or put off.';
