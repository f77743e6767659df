create or replace function _stream_end(
    p_execution ff_exec_core,
    p_attempt_index integer,
    p_now timestamptz
)
returns _stream_end
language plpgsql
stable
as $_stream_end$
declare
    v_attempt ff_attempt;
begin
    select a.*
    into v_attempt
    from ff_attempt as a
    where
        a.execution_id = p_execution.execution_id
        and a.attempt_index = p_attempt_index;
    if found then
        return (v_attempt.ended_at, case v_attempt.outcome
            when 'ended_success' then 'attempt_success'
            when 'ended_cancelled' then 'attempt_cancelled'
            when 'ended_expired' then 'expired'
            when 'interrupted_reclaimed' then 'reclaimed'
            else 'attempt_failure'
        end)::_stream_end;
    elsif p_execution.terminal_at is not null then
        -- also for an attempt that will never begin
        return (p_execution.terminal_at, case
            when p_execution.state = 'completed' then 'attempt_success'
            when starts_with(p_execution.failure_reason, 'suspension_timeout:')
                or p_execution.cancelled_by = 'suspension_timeout'
                then 'suspension_timeout'
            when p_execution.state in ('cancelled', 'cancelled_unstarted') then 'attempt_cancelled'
            when p_execution.state in ('expired', 'expired_unstarted') then 'expired'
            when p_execution.state in ('skipped', 'skipped_unstarted') then 'dependency_impossible'
            else 'attempt_failure'
        end)::_stream_end;
    elsif p_attempt_index is distinct from p_execution.attempt_index then
        return (null, null)::_stream_end;
    elsif p_execution.state = 'revoked' then
        return (p_execution.lease_ended_at, 'lease_revoked')::_stream_end;
    elsif _is_active(p_execution.state) and p_execution.lease_expires_at <= p_now then
        return (p_execution.lease_expires_at, 'lease_expired')::_stream_end;
    end if;
    return (null, null)::_stream_end;
end;
$_stream_end$;

comment on function _stream_end is 'When and why the stream of an attempt was closed, derived from the attempt.';
