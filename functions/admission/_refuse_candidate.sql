create or replace function _refuse_candidate(
    p_execution ff_exec_core,
    p_refusal _refusal,
    p_now timestamptz
)
returns void
language plpgsql
as $_refuse_candidate$
declare
    v_eligibility constant ff_eligibility_state := (
        case p_refusal.reason
            when 'budget' then 'blocked_by_budget'
            else 'blocked_by_quota'
        end
    )::ff_eligibility_state;
begin
    update ff_exec_core as e
    set
        -- a lease that lapsed stays what it is: whoever is admitted takes it over
        state = case
            when _is_active(e.state) then e.state
            else _blocked_state(e.state, v_eligibility)
        end,
        -- no later than the deadline: whoever claims then ends it
        claimable_at = least(p_refusal.look_again_at, e.deadline_at),
        is_limited = true,
        updated_at = p_now
    where e.execution_id = p_execution.execution_id and e.partition_key = p_execution.partition_key;
    if p_refusal.reason = 'rate' then
        perform nextval('ff_quota_rate_hits');
        -- its time is known, and nothing comes sooner
        delete from ff_admission_wait as w
        where
            w.execution_id = p_execution.execution_id
            and w.partition_key = p_execution.partition_key;
    else
        if p_refusal.reason = 'slot' then
            perform nextval('ff_quota_slot_hits');
        end if;
        insert into ff_admission_wait as w (
            execution_id, partition_key, limit_id, limit_key, waits_since
        )
        values (
            p_execution.execution_id, p_execution.partition_key,
            p_refusal.limit_id, p_refusal.limit_key, p_now
        )
        on conflict (execution_id, partition_key) do update
        set limit_id = excluded.limit_id, limit_key = excluded.limit_key;
    end if;
end;
$_refuse_candidate$;

comment on function _refuse_candidate is
'Keeps claims from a locked execution until it may look again.';
