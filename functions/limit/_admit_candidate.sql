create or replace function _admit_candidate(
    p_execution ff_exec_core,
    p_until timestamptz,
    p_now timestamptz,
    p_is_promise boolean default false,
    p_accepted uuid[] default '{}'
)
returns boolean
language plpgsql
as $_admit_candidate$
declare
    v_refusal constant _refusal := _try_admission(
        p_execution, (_route_of(p_execution)).lane_id, p_until, p_now, p_is_promise
    );
begin
    if v_refusal.reason = 'moment' then
        -- this very claim takes it, in its next round, by a later clock
        update ff_exec_core as e
        set claimable_at = greatest(e.claimable_at, v_refusal.look_again_at)
        where e.execution_id = p_execution.execution_id;
        return false;
    elsif v_refusal.reason is not null then
        perform _refuse_candidate(p_execution, v_refusal, p_now);
        perform _put_off_alike(p_execution, v_refusal, p_now, p_accepted);
        return false;
    end if;
    return true;
end;
$_admit_candidate$;

comment on function _admit_candidate is
'May a claim take this locked execution: true when it has all that its limits ask for, false when it was put off.';
