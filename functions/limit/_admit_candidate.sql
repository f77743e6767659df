create or replace function _admit_candidate(
    p_execution ff_exec_core,
    p_limits _limits,
    p_until timestamptz,
    p_now timestamptz,
    p_is_promise boolean default false,
    p_accepted tid[] default '{}'
)
returns boolean
language plpgsql
as $_admit_candidate$
declare
    v_refusal constant _refusal := _try_admission(
        p_execution, p_limits, p_until, p_now, p_is_promise
    );
begin
    if v_refusal.reason = 'moment' then
        -- the next round of this claim takes it, at a later reading of the clock
        update ff_exec_core as e
        set claimable_at = greatest(e.claimable_at, v_refusal.look_again_at)
        where e.execution_id = p_execution.execution_id;
        return false;
    elsif v_refusal.reason is not null then
        perform _refuse_candidate(p_execution, p_limits, v_refusal, p_now);
        perform _put_off_alike(p_execution, p_limits, v_refusal, p_now, p_accepted);
        if v_refusal.reason = 'rate' and v_refusal.is_behind then
            perform _offer_place(v_refusal.limit_id, v_refusal.limit_key, p_now);
        end if;
        if current_setting('transaction_isolation') <> 'read committed' then
            -- The line may be shorter than an older snapshot shows it, and the limit may have been
            -- lifted. A todo for the lane that names an execution is worked on once.
            perform _wake_waiting(
                v_refusal.limit_id, v_refusal.limit_key, v_refusal.reason::ff_limit_kind, 1
            );
            insert into ff_limit_todo (kind, lane_id, after_execution_id)
            select 'lane', (_route_of(p_execution)).lane_id, '00000000-0000-0000-0000-000000000000'
            where not v_refusal.is_own;
        end if;
        return false;
    end if;
    return true;
end;
$_admit_candidate$;

comment on function _admit_candidate is
'May a claim take this locked execution? True when all its limits admit it, false when it was put off.';
