create or replace function _may_be_leased(
    p_row _due_row,
    p_now timestamptz,
    p_accepted uuid[]
)
returns boolean
language plpgsql
as $_may_be_leased$
declare
    -- read anew: other rows of the batch were settled since; cannot raise ZF201: it is locked
    v_execution ff_exec_core := _lock_execution(p_row.execution_id);
begin
    if _candidate_verdict(v_execution, p_now) not in ('take', 'take_over')
        -- put off with another row of the batch
        or v_execution.claimable_at > p_now
    then
        return false;
    elsif (v_execution.is_limited or (_route_of(v_execution)).has_rules)
        and not _admit_candidate(
            v_execution, p_row.lease_expires_at, p_now, p_accepted => p_accepted
        )
    then
        return false;
    elsif not _is_active(v_execution.state) then
        return true;
    end if;
    -- the end of the attempt gives back what was set aside for it
    v_execution.is_limited := (
        select e.is_limited
        from ff_exec_core as e
        where
            e.execution_id = p_row.execution_id
    );
    return _interrupt_attempt(v_execution, p_now);
end;
$_may_be_leased$;

comment on function _may_be_leased is
'May a claim lease this locked row, now that those which had to end have ended: true when it has all that its limits ask for, and the attempt that it takes over has ended.';
