create or replace function _schedule_submission(p_submission _submission, p_policy jsonb)
returns _schedule
language plpgsql
as $_schedule_submission$
declare
    v_times _schedule;
begin
    v_times.submitted_at := _now_at_gate();
    v_times.due_at := greatest(
        v_times.submitted_at,
        coalesce(p_submission.run_at, _after_ms(v_times.submitted_at, p_submission.delay_ms))
    );
    v_times.deadline_at := coalesce(
        p_submission.deadline_at,
        _after_ms(v_times.submitted_at, coalesce(
            p_submission.deadline_ms,
            (p_policy #>> '{timeout_policy,execution_deadline_ms}')::numeric::bigint
        ))
    );
    if v_times.deadline_at < v_times.submitted_at then
        -- a deadline in the past counts as now: no due time may lie below the clock
        v_times.deadline_at := v_times.submitted_at;
    end if;
    -- no later than the deadline: a claim at that time ends it
    v_times.claimable_at := least(v_times.due_at, v_times.deadline_at);
    if v_times.due_at > v_times.submitted_at then
        v_times.state := 'delayed_first';
        v_times.public_state := 'delayed';
    else
        v_times.state := 'waiting_first';
        v_times.public_state := 'waiting';
    end if;
    if v_times.deadline_at <= v_times.submitted_at then
        -- it is ended as soon as it is written
        v_times.public_state := 'expired';
    end if;
    return v_times;
end;
$_schedule_submission$;

comment on function _schedule_submission is
'Takes gate H, reads the clock and computes when a submission is due.';
