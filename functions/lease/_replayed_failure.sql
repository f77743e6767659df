create or replace function _replayed_failure(
    p_execution ff_exec_core,
    p_fence _fence,
    p_end ff_lease_end,
    p_now timestamptz
)
returns ff_failed_attempt
language plpgsql
stable
as $_replayed_failure$
declare
    v_retry_at timestamptz;
    v_attempt_index integer;
begin
    if p_execution.state = 'failed' and _is_own_lease_end(p_execution, p_fence, p_end) then
        return ('terminal_failed', null, null, null, true)::ff_failed_attempt;
    end if;
    -- the retry may have been claimed since, so the ended attempt is compared
    select a.retry_at, a.attempt_index
    into v_retry_at, v_attempt_index
    from ff_attempt as a
    where
        a.execution_id = p_fence.execution_id
        -- a handle does not name an attempt: the lease implies it
        and (
            num_nonnulls(p_fence.attempt_id, p_fence.attempt_index) = 0
            or (a.attempt_id, a.attempt_index) = (p_fence.attempt_id, p_fence.attempt_index)
        )
        and a.lease_id = p_fence.lease_id
        and a.lease_epoch = p_fence.lease_epoch
        and a.outcome = 'ended_failure'
        and a.lease_ended_by = p_end;
    if not found then
        return null;
    elsif v_retry_at is null then
        -- the failure had ended the execution, which was replayed later
        return ('terminal_failed', null, null, null, true)::ff_failed_attempt;
    end if;
    return (
        'retry_scheduled',
        v_retry_at,
        greatest(_ms_between(p_now, v_retry_at), 0),
        v_attempt_index + 1,
        true
    )::ff_failed_attempt;
end;
$_replayed_failure$;

comment on function _replayed_failure is
'The first answer to a failure of this lease, when the call is sent again; null when the call was not made before.';
