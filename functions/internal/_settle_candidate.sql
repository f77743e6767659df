create or replace function _settle_candidate(
    p_partition_key smallint,
    p_execution_id uuid,
    p_now timestamptz
)
returns boolean
language plpgsql
as $_settle_candidate$
declare
    -- cannot raise ZF201: the row is locked already
    v_execution constant ff_exec_core := _lock_execution(p_partition_key, p_execution_id);
begin
    case _candidate_verdict(v_execution, p_now)
        when 'take' then
            return true;
        when 'take_over', 'reclaims_exhausted' then
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
'Deals with a due row that is not simply waiting: true when the claim may take it, false when its time was over.';
