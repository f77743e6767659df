create or replace function _reclaim_obstacle(
    p_execution ff_exec_core,
    p_lane_id text,
    p_now timestamptz
)
returns text
language plpgsql
stable
as $_reclaim_obstacle$
begin
    -- judged from the row alone: a swept label could be old
    return case
        when not _is_active(p_execution.state)
            then 'the execution is ' || _public_state(_effective_state(
                p_execution.state, p_execution.claimable_at, p_execution.lease_expires_at, p_now
            ))
        when p_execution.state <> 'revoked' and p_execution.lease_expires_at > p_now
            then 'its lease is live'
        when _is_flow_cancelled(p_execution.flow_id) then 'its flow was cancelled'
        when p_execution.deadline_at <= p_now then 'its deadline has passed'
        when (_cancel_request_of(p_execution)).execution_id is not null
            then 'its cancellation was requested'
        when p_execution.state <> 'revoked'
            and p_execution.attempt_deadline_at <= p_execution.lease_expires_at
            then 'its attempt ran out of time'
        else 'its lane is ' || _lane_closed_as(p_lane_id)
    end;
end;
$_reclaim_obstacle$;

comment on function _reclaim_obstacle is 'Why an execution cannot be reclaimed; null when it can.';
