create or replace function _admit_candidate(
    p_execution ff_exec_core,
    p_until timestamptz,
    p_now timestamptz
)
returns boolean
language plpgsql
as $_admit_candidate$
declare
    v_rules constant jsonb := _lane_rules((_route_of(p_execution)).lane_id);
    v_refusal _refusal;
begin
    if not p_execution.is_limited and not coalesce(_has_limits(v_rules), false) then
        return true;
    end if;
    v_refusal := _admit(p_execution, v_rules, p_until, p_now);
    if v_refusal.reason = 'moment' then
        -- this very claim takes it, in its next round, by a later clock
        update ff_exec_core as e
        set claimable_at = greatest(e.claimable_at, v_refusal.look_again_at)
        where
            e.execution_id = p_execution.execution_id
            and e.partition_key = p_execution.partition_key;
        return false;
    elsif v_refusal.reason is not null then
        perform _refuse_candidate(p_execution, v_refusal, p_now);
        perform _put_off_alike(p_execution, v_refusal, p_now);
        return false;
    end if;
    if not p_execution.is_limited then
        -- what ends the lease has to give back what was taken
        update ff_exec_core as e
        set is_limited = true
        where
            e.execution_id = p_execution.execution_id
            and e.partition_key = p_execution.partition_key;
    end if;
    return true;
end;
$_admit_candidate$;

comment on function _admit_candidate is
'May a claim take this locked execution: true when it has all that its limits ask for, false when it was put off.';
