create or replace function _reclaimed(p_claimed ff_claimed_execution, p_reclaim_count integer)
returns ff_reclaimed_execution
language sql
immutable
as $_reclaimed$
    select row(
        'claimed',
        p_claimed.handle,
        p_claimed.execution_id,
        p_claimed.kind,
        p_claimed.input,
        p_claimed.payload,
        p_claimed.attempt_index,
        p_claimed.attempt_type,
        p_claimed.attempt_id,
        p_claimed.lease_id,
        p_claimed.lease_epoch,
        p_claimed.lease_expires_at,
        p_claimed.lease_remaining_ms,
        p_claimed.lane_id,
        p_claimed.namespace,
        p_claimed.tags,
        p_claimed.flow_id,
        p_claimed.deadline_at,
        null,
        p_reclaim_count
    )::ff_reclaimed_execution
$_reclaimed$;

comment on function _reclaimed is 'The answer of ff_reclaim_execution when the execution was claimed.';
