create or replace function _may_be_leased(
    p_row_id tid,
    p_job _job,
    p_accepted tid[],
    p_settles boolean
)
returns boolean
language plpgsql
as $_may_be_leased$
declare
    v_now constant timestamptz := p_job.now_at;
    v_execution ff_exec_core;
    v_limits _limits;
begin
    -- By its ctid: a row that was ended or put off together with another row of the batch has
    -- another ctid now, and is left to the next round of the claim.
    select e.* into v_execution from ff_exec_core as e where e.ctid = p_row_id;
    if not found
        or (p_settles and _settle_candidate(v_execution, v_now))
        or (
            not p_settles
            and _candidate_verdict(v_execution, v_now) not in ('take', 'take_over')
        )
    then
        return false;
    end if;
    v_limits := _limits_of(v_execution, p_job.rules);
    if v_limits is not null then
        if not _admit_candidate(
            v_execution,
            v_limits,
            least(
                _after_ms(v_now, p_job.lease_ttl_ms),
                _attempt_deadline(
                    v_execution.state, v_execution.policy, v_execution.attempt_deadline_at,
                    v_execution.lease_ended_at, v_now, p_job.attempt_timeout_ms
                ),
                v_execution.deadline_at
            ),
            v_now,
            p_accepted => p_accepted
        ) then
            return false;
        end if;
        -- the end of the attempt gives back what was set aside for it
        v_execution.is_limited := true;
    end if;
    return not _is_active(v_execution.state) or _begin_takeover(v_execution, v_now);
end;
$_may_be_leased$;

comment on function _may_be_leased is
'May a claim lease this locked row? True when its limits admit it and the attempt that it takes over has ended. With p_settles the row is first ended or parked, if that is due; without it, that was done before.';
