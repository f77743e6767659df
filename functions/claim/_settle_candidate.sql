create or replace function _settle_candidate(
    p_partition_key smallint,
    p_execution_id uuid,
    p_now timestamptz,
    p_until timestamptz default null
)
returns boolean
language plpgsql
as $_settle_candidate$
declare
    -- cannot raise ZF201: the row is locked already
    v_execution ff_exec_core := _lock_execution(p_partition_key, p_execution_id);
begin
    case _candidate_verdict(v_execution, p_now)
        when 'take', 'take_over', 'reclaims_exhausted' then
            if p_until is not null
                and (v_execution.is_limited or (_route_of(v_execution)).has_rules)
                and not _admit_candidate(v_execution, p_until, p_now)
            then
                return false;
            elsif not _is_active(v_execution.state) then
                return true;
            end if;
            -- what it was admitted to is given back if this is one takeover too many
            v_execution.is_limited := (
                select e.is_limited
                from ff_exec_core as e
                where e.execution_id = p_execution_id and e.partition_key = p_partition_key
            );
            return _interrupt_attempt(v_execution, p_now);
        when 'suspended' then
            -- a timeout that lets it go on leaves a row that waits: the claim's next look finds it
            perform _settle_suspension(v_execution, p_now);
        when 'flow_cancelled' then
            perform _turn_away(v_execution, p_now);
        else
            perform _expire_overdue(v_execution, p_now);
    end case;
    return false;
end;
$_settle_candidate$;

comment on function _settle_candidate is
'Deals with a due row that is not simply waiting: true when the claim may take it, false when its time was over, or its limits refuse it. Without p_until nobody is about to lease it.';
