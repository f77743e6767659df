create or replace function _refuse_candidate(
    p_execution ff_exec_core,
    p_limits _limits,
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
    v_execution_id constant uuid := p_execution.execution_id;
    v_kind constant ff_limit_kind := p_refusal.reason::ff_limit_kind;
    v_wait ff_admission_wait;
begin
    select w.* into v_wait
    from ff_admission_wait as w
    where w.execution_id = p_execution.execution_id;
    if (v_wait.limit_id, v_wait.limit_key, v_wait.limit_kind)
        <> (p_refusal.limit_id, p_refusal.limit_key, v_kind)
    then
        perform _leave_line(v_execution_id);
    end if;
    -- it is due again when it may look again: until then nothing else finds the lapse
    perform _note_lapse(p_execution, p_now);
    update ff_exec_core as e
    set
        -- a lapsed lease stays: the claim that is admitted takes it over
        state = case
            when _is_active(e.state) then e.state
            else _blocked_state(e.state, v_eligibility)
        end,
        -- no later than the deadline: a claim then ends it
        claimable_at = least(p_refusal.look_again_at, e.deadline_at),
        is_limited = true,
        updated_at = p_now
    where e.execution_id = p_execution.execution_id;
    insert into ff_admission_wait as w (
        execution_id, limit_id, limit_key, limit_kind, priority, waits_since,
        looks_at
    )
    values (
        p_execution.execution_id, p_refusal.limit_id,
        p_refusal.limit_key, v_kind, p_limits.priority,
        coalesce(v_wait.waits_since, p_now), p_refusal.look_again_at
    )
    on conflict (execution_id) do update
    set priority = excluded.priority, looks_at = excluded.looks_at;
    if v_kind = 'rate' then
        perform nextval('ff_quota_rate_hits');
    elsif v_kind = 'slot' then
        perform nextval('ff_quota_slot_hits');
    end if;
end;
$_refuse_candidate$;

comment on function _refuse_candidate is
'Puts a locked execution into the line of the limit that refuses it, and keeps claims from it until it may look again.';
