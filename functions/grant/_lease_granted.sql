create or replace function _lease_granted(
    p_execution ff_exec_core,
    p_lane_id text,
    p_now timestamptz,
    p_worker_id text,
    p_worker_instance_id text,
    p_lease_ttl_ms bigint,
    p_lease_id uuid default null,
    p_attempt_id uuid default null,
    p_attempt_policy jsonb default null,
    p_attempt_timeout_ms bigint default null,
    p_deadline_at timestamptz default null
)
returns ff_claimed_execution
language plpgsql
as $_lease_granted$
declare
    v_limits constant _limits := _limits_in_lane(p_execution, p_lane_id);
    v_until timestamptz;
    v_claimed ff_claimed_execution;
begin
    -- consumed, in the same step
    perform _void_grants(p_execution);
    if p_attempt_policy is not null or p_deadline_at is not null then
        update ff_exec_core as e
        set
            policy = _merged_policy(e.policy, p_attempt_policy),
            -- a deadline in the past counts as now
            deadline_at = coalesce(
                e.deadline_at,
                case when p_deadline_at is not null then greatest(p_deadline_at, p_now) end
            )
        where e.execution_id = p_execution.execution_id;
    end if;
    select least(
        _after_ms(p_now, p_lease_ttl_ms),
        _attempt_deadline(
            e.state, e.policy, e.attempt_deadline_at, e.lease_ended_at, p_now, p_attempt_timeout_ms
        ),
        e.deadline_at
    )
    into v_until
    from ff_exec_core as e
    where e.execution_id = p_execution.execution_id;
    if v_limits is not null then
        -- the places of the grant, or free ones: a lapsed grant reserves nothing any more
        perform _require_admission(p_execution, v_limits, v_until, p_now);
    end if;
    if v_until < p_execution.claimable_at then
        -- sleeping workers expect the execution to be due when the grant lapses
        perform _ring_route(p_execution.route_id, v_until);
    end if;
    select c.*
    into v_claimed
    from _take_leases(
        array(select e.ctid from ff_exec_core as e where e.execution_id = p_execution.execution_id),
        array[coalesce(p_lease_id, gen_random_uuid())], p_now,
        p_lane_id, p_worker_id, p_worker_instance_id, p_lease_ttl_ms, p_attempt_timeout_ms,
        v_limits is not null,
        -- a lease id that is given may be one of an earlier attempt
        coalesce(p_attempt_id, gen_random_uuid())
    ) as c;
    return v_claimed;
end;
$_lease_granted$;

comment on function _lease_granted is
'Leases a locked execution to one worker; a grant that is out is consumed by it. Gate H must be held.';
