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
    v_policy constant jsonb := coalesce(v_execution.policy, '{}');
begin
    if v_execution.state = 'active' and v_execution.lease_ended_by is null then
        perform _record_event('expired', v_execution, p_now);
    end if;

    if v_execution.deadline_at <= p_now then
        perform _end_execution(
            v_execution, 'expired', p_now, 'execution_deadline', 'timeout', null, 'expired'
        );
        return false;
    end if;

    if not _is_active(v_execution.state) then
        return true;
    end if;

    -- it was the attempt's own time that ran out, not a worker that fell silent
    if v_execution.state <> 'revoked'
        and v_execution.attempt_deadline_at <= v_execution.lease_expires_at
    then
        perform _fail_attempt(
            v_execution, _announce(), true, v_policy -> 'retry_policy', 'expired',
            'attempt_timeout', 'timeout', null, 'expired'
        );
        return false;
    end if;

    perform _end_attempt(v_execution, 'interrupted_reclaimed', p_now, 'expired');
    if v_execution.lease_reclaim_count >= _reclaim_cap(v_policy) then
        update ff_exec_core as e
        set lease_reclaim_count = e.lease_reclaim_count + 1
        where e.execution_id = p_execution_id and e.partition_key = p_partition_key;
        perform _end_execution(
            v_execution, 'failed', p_now, 'max_reclaims_exceeded', 'infra_crash', null, 'expired'
        );
        return false;
    end if;
    return true;
end;
$_settle_candidate$;

comment on function _settle_candidate is
'Deals with a due row that is not simply waiting: true when the claim may take it, false when its time was over.';
