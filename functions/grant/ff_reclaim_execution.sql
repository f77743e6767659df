create or replace function ff_reclaim_execution(
    p_execution_id uuid,
    p_grant_key text,
    p_worker_id text,
    p_worker_instance_id text,
    p_lease_ttl_ms bigint default 30000,
    p_lease_id uuid default null,
    p_attempt_id uuid default null,
    p_attempt_policy jsonb default null,
    p_max_reclaim_count integer default null
)
returns ff_reclaimed_execution
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_reclaim_execution$
declare
    v_execution ff_exec_core;
    v_lane_id text;
    v_now timestamptz;
    v_verdict text;
    v_obstacle text;
    v_limits _limits;
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_redemption(p_grant_key, p_worker_id, p_worker_instance_id, p_lease_ttl_ms);
    perform _check_policy('p_attempt_policy', p_attempt_policy);
    if p_max_reclaim_count < 0 then
        perform _raise_invalid('p_max_reclaim_count', 'must not be negative');
    end if;
    perform _check_execution(p_execution_id, 'claim');
    v_execution := _lock_execution(p_execution_id);
    v_now := _now_at_gate();
    v_lane_id := (_route_of(v_execution)).lane_id;
    v_verdict := _redemption_verdict(
        v_execution, v_lane_id, 'reclaim', p_grant_key, p_worker_id, _now()
    );
    -- decided again, because the execution may have ended since the grant was issued; by the clock
    -- itself, as then
    v_obstacle := _reclaim_obstacle(v_execution, v_lane_id, _now());

    if v_verdict = 'expired'
        or v_verdict = 'unknown_grant'
        and (
            _is_active(v_execution.state)
            or _is_grant_consumed(v_execution, _parse_grant_key(p_grant_key))
        )
    then
        return _not_reclaimed(v_execution, 'grant_not_found', v_verdict);
    elsif v_verdict not in ('valid', 'unknown_grant') then
        -- cannot raise ZF302: a grant that has lapsed is an answer
        perform _refuse_grant(p_execution_id, p_grant_key, v_verdict);
    elsif v_obstacle is not null then
        return _not_reclaimed(v_execution, 'not_reclaimable', v_obstacle);
    end if;
    -- one takeover too many ends the execution, whatever its limits say
    if _may_be_taken_over(
        v_execution.lease_reclaim_count, v_execution.policy, p_max_reclaim_count
    ) then
        v_limits := _limits_in_lane(v_execution, v_lane_id);
        v_obstacle := _limit_in_the_way(
            v_execution, v_limits, _after_ms(v_now, p_lease_ttl_ms), v_now
        );
        if v_obstacle is not null then
            return _not_reclaimed(v_execution, 'not_reclaimable', v_obstacle);
        end if;
        -- the end of the attempt gives back what was set aside for it
        v_execution.is_limited := v_limits is not null;
    end if;
    -- from here on the grant is consumed, also if the execution ends here
    if not _begin_takeover(v_execution, v_now, p_max_reclaim_count) then
        return _not_reclaimed(
            v_execution, 'reclaim_cap_exceeded', 'max_reclaims_exceeded',
            v_execution.lease_reclaim_count + 1
        );
    end if;
    -- cannot raise ZF603, ZF604, ZF605: its places in limits were taken above
    return _reclaimed(_lease_granted(
        v_execution, v_lane_id, v_now, p_worker_id, p_worker_instance_id, p_lease_ttl_ms,
        p_lease_id, p_attempt_id, p_attempt_policy
    ), v_execution.lease_reclaim_count + 1);
end;
$ff_reclaim_execution$;

comment on function ff_reclaim_execution is
$$Redeems a grant of kind `reclaim`: takes an execution over from a lease that was lost, with a new attempt.

Effects: `claimed`: the old attempt ends `interrupted_reclaimed`, the caller gets a lease under the next epoch. `not_reclaimable`, with the reason in `detail`: the execution changed since the grant was issued, its lane hands out nothing now, or a limit is reached; nothing is consumed. `grant_not_found`: the grant was consumed or has lapsed, whatever the state of the execution. `reclaim_cap_exceeded`: the takeover would exceed the limit (the smallest of the policy's `max_reclaim_count`, `p_max_reclaim_count` and 1000), so the execution has ended `failed`.

Idempotent: no; a grant is consumed once.

Locks: the execution, until the caller's transaction ends.

Errors: ZF201 execution_not_found, ZF301 invalid_claim_grant for the key of another worker, kind or execution, or one that does not verify; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select outcome, handle, attempt_index, reclaim_count
from flowfabric.ff_reclaim_execution(
    '0192f0a0-1111-7111-8111-123456789012', :'grant_key', 'mailer', 'mailer-9c01'
);
```
$$;
