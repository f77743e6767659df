create or replace function _settle_candidate(
    p_execution ff_exec_core,
    p_now timestamptz
)
returns boolean
language plpgsql
as $_settle_candidate$
begin
    case _candidate_verdict(p_execution, p_now)
        when 'take', 'take_over' then
            return false;
        when 'over' then
            null;
        when 'reclaims_exhausted' then
            -- ended without asking its limits: no attempt begins
            perform _begin_takeover(p_execution, p_now);
        when 'suspended' then
            -- a timeout that lets it go on leaves a row that waits: the claim's next look finds it
            perform _settle_suspension(p_execution, p_now);
        when 'waits' then
            perform _settle_waits(p_execution, p_now);
        when 'cancel_requested' then
            perform _cancel_as_requested(p_execution, p_now);
        when 'flow_cancelled' then
            perform _stop_flow_member(p_execution, p_now);
        else
            perform _expire_overdue(p_execution, p_now);
    end case;
    return true;
end;
$_settle_candidate$;

comment on function _settle_candidate is
'Ends or parks a locked row, if that is due for it: false when it may be claimed instead. A finished row is left alone.';
