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
        -- the error rolls the completion back
        perform _raise('lease_expired', jsonb_build_object(
            'execution_id', p_execution_id,
            'lease_epoch', p_lease_epoch,
            'lease_expires_at', p_lease_expires_at,
            'expired_since_ms', _ms_between(p_lease_expires_at, p_finished_at)
        ));
    end if;
    -- the update waited for a lock, so the time that was read before it is too old to be stored
    update ff_exec_core as e
    set
        terminal_at = p_finished_at,
        updated_at = p_finished_at,
        lease_ended_at = p_finished_at
    where e.execution_id = p_execution_id;
end;
$_judge_late_completion$;

comment on function _judge_late_completion is
'Judges a completion that waited for a lock by the time after the lock: raises if the lease had run out by then, and otherwise stores that time.';
