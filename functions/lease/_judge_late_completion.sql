create or replace function _judge_late_completion(p_execution_id uuid, p_now timestamptz)
returns timestamptz
language plpgsql
as $_judge_late_completion$
declare
    v_finished_at constant timestamptz := _now();
    v_lease_epoch bigint;
    v_lease_expires_at timestamptz;
begin
    select e.lease_epoch, e.lease_expires_at
    into v_lease_epoch, v_lease_expires_at
    from ff_exec_core as e
    where e.execution_id = p_execution_id;
    if v_finished_at < least(v_lease_expires_at, p_now + interval '100 milliseconds') then
        return p_now;
    elsif v_lease_expires_at <= v_finished_at then
        -- the error rolls the completion back
        perform _raise('lease_expired', jsonb_build_object(
            'execution_id', p_execution_id,
            'lease_epoch', v_lease_epoch,
            'lease_expires_at', v_lease_expires_at,
            'expired_since_ms', _ms_between(v_lease_expires_at, v_finished_at)
        ));
    end if;
    -- the update waited for a lock, so the time that was read before it is too old to be stored
    update ff_exec_core as e
    set
        terminal_at = v_finished_at,
        updated_at = v_finished_at,
        lease_ended_at = v_finished_at
    where e.execution_id = p_execution_id;
    return v_finished_at;
end;
$_judge_late_completion$;

comment on function _judge_late_completion is
'Judges a completion by the time after its lock, for which it may have waited since p_now: raises if the lease had run out by then. Returns the time of the completion; after a wait that is the later one, which it stores.';
