create or replace function _expire_overdue(p_execution ff_exec_core, p_now timestamptz)
returns boolean
language plpgsql
as $_expire_overdue$
declare
    -- the timeout of the attempt has passed: its worker need not have fallen silent
    v_is_attempt_over constant boolean := _is_attempt_over(
        p_execution.state, p_execution.attempt_deadline_at, p_execution.lease_expires_at, p_now
    );
begin
    if not v_is_attempt_over and coalesce(p_execution.deadline_at > p_now, true) then
        return false;
    end if;
    if _cancel_as_requested(p_execution, p_now, p_is_grace_over => true) then
        return true;
    end if;
    if p_execution.state = 'active' and p_execution.lease_ended_by is null then
        perform _record_event('expired', p_execution, p_now);
    end if;
    if p_execution.deadline_at <= p_now then
        perform _end_execution(
            p_execution, 'expired', p_now, 'execution_deadline', 'timeout', null, 'expired'
        );
    else
        perform _fail_attempt(
            p_execution, _now_at_gate(), true, _retry_policy_of(p_execution.policy), 'expired',
            'attempt_timeout', 'timeout', null, 'expired'
        );
    end if;
    return true;
end;
$_expire_overdue$;

comment on function _expire_overdue is
'Ends an execution that is past its deadline, or its attempt when that ran out of time; true when it did.';
