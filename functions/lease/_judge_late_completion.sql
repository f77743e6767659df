create or replace function _judge_late_completion(
    p_execution_id uuid,
    p_lease_epoch bigint,
    p_lease_expires_at timestamptz,
    p_finished_at timestamptz
)
returns void
language plpgsql
as $_judge_late_completion$
begin
    if p_lease_expires_at <= p_finished_at then
        -- raising takes the completion back
        perform _raise('lease_expired', jsonb_build_object(
            'execution_id', p_execution_id,
            'lease_epoch', p_lease_epoch,
            'lease_expires_at', p_lease_expires_at,
            'expired_since_ms', _ms_between(p_lease_expires_at, p_finished_at)
        ));
    end if;
    -- it waited for a lock: then the clock that was read before is too old to be stored
    update ff_exec_core as e
    set
        terminal_at = p_finished_at,
        updated_at = p_finished_at,
        lease_ended_at = p_finished_at
    where e.execution_id = p_execution_id;
end;
$_judge_late_completion$;

comment on function _judge_late_completion is
'Judges a completion that took its time by the clock as it was after the lock: raises when the lease had run out, else stores that moment.';
