create or replace function _stop_flow_member(p_execution ff_exec_core, p_now timestamptz)
returns boolean
language plpgsql
as $_stop_flow_member$
declare
    v_flow ff_flow;
begin
    select f.*
    into v_flow
    from ff_flow as f
    where f.flow_id = p_execution.flow_id and f.cancelled_at is not null;
    if not found then
        return false;
    end if;
    if v_flow.cancellation_policy <> 'cancel_flow_only' then
        perform _cancel_locked(
            p_execution, p_now, v_flow.cancel_reason, 'flow_cascade', p_is_cascade => true
        );
        return true;
    end if;
    if p_execution.state = 'active' and p_execution.lease_ended_by is null then
        perform _record_event('expired', p_execution, p_now);
    end if;
    perform _forget_lapse(p_execution);
    update ff_exec_core as e
    set
        state = (
            select s.state
            from ff_state_vector as v
            inner join ff_state_vector as s on s.attempt_state = case
                when v.attempt_state = 'running_attempt' then 'attempt_interrupted'
                else v.attempt_state
            end
            where v.state = p_execution.state and s.blocking_reason = 'paused_by_flow_cancel'
        ),
        -- its deadline still ends it
        claimable_at = e.deadline_at,
        lease_ended_at = case
            when e.lease_id is not null then coalesce(e.lease_ended_at, p_now)
        end,
        lease_ended_by = case
            when e.lease_id is not null then coalesce(e.lease_ended_by, 'expired')
        end,
        updated_at = p_now
    where e.execution_id = p_execution.execution_id;
    if p_execution.is_limited then
        -- nothing resumes it, so it keeps no room in its limits
        perform _return_limits(array[p_execution.execution_id], true);
    end if;
    return true;
end;
$_stop_flow_member$;

comment on function _stop_flow_member is
'Returns true, and keeps a locked execution from being claimed, when its flow was cancelled: the execution is cancelled, or paused under cancel_flow_only.';
