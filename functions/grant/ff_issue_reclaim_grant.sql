create or replace function ff_issue_reclaim_grant(
    p_execution_id uuid,
    p_worker_id text,
    p_worker_instance_id text,
    p_lane_id text default null,
    p_capabilities text[] default '{}',
    p_grant_ttl_ms bigint default 5000,
    p_capability_hash text default null,
    p_route_snapshot jsonb default null,
    p_admission_summary text default null
)
returns ff_reclaim_grant
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_issue_reclaim_grant$
declare
    v_execution ff_exec_core;
    v_route ff_route;
    v_now timestamptz;
    v_obstacle text;
    v_grant ff_grant;
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_grant_arguments(
        p_worker_id, p_worker_instance_id, p_capabilities, p_grant_ttl_ms
    );
    perform _check_grant_notes(p_capability_hash, p_route_snapshot, p_admission_summary);
    perform _check_execution(p_execution_id, 'operate');
    v_execution := _lock_execution(p_execution_id);
    v_now := _now_at_gate();
    v_route := _route_of(v_execution, p_lane_id);
    -- by the clock itself: after the clock was set back, the moment of _now_at_gate is ahead of it,
    -- and a live lease would have lapsed by that moment
    v_obstacle := _reclaim_obstacle(v_execution, v_route.lane_id, _now());
    if v_obstacle is null then
        perform _refuse_while_granted(v_execution, _now());
    end if;
    if v_obstacle is null and not v_route.required_capabilities <@ p_capabilities then
        v_obstacle := 'capability_mismatch: ' || array_to_string(
            _missing_capabilities(v_route.required_capabilities, p_capabilities), ','
        );
    end if;
    -- a takeover beyond the cap asks no limits: its redemption ends the execution
    if v_obstacle is null
        and _may_be_taken_over(v_execution.lease_reclaim_count, v_execution.policy)
    then
        v_obstacle := _limit_in_the_way(
            v_execution, _limits_in_lane(v_execution, v_route.lane_id),
            _grant_until(v_execution, p_grant_ttl_ms, v_now), v_now, true
        );
    end if;
    if v_execution.lease_reclaim_count >= 1000 or v_obstacle is not null then
        return (
            case
                when v_execution.lease_reclaim_count >= 1000 then 'reclaim_cap_exceeded'
                else 'not_reclaimable'
            end,
            p_execution_id, null, null, null, null, v_route.lane_id, v_obstacle,
            v_execution.lease_reclaim_count
        )::ff_reclaim_grant;
    end if;
    v_grant := _write_grant(
        v_execution, 'reclaim', p_worker_id, p_worker_instance_id, v_route.lane_id,
        p_grant_ttl_ms, v_now, p_capability_hash, p_route_snapshot, p_admission_summary
    );
    return (
        'granted', v_grant.execution_id, v_grant.kind, v_grant.grant_key, v_grant.expires_at,
        v_grant.remaining_ms, v_grant.lane_id, null, v_execution.lease_reclaim_count
    )::ff_reclaim_grant;
end;
$ff_issue_reclaim_grant$;

comment on function ff_issue_reclaim_grant is
$$Permits one worker to take over an execution whose lease was lost; the worker redeems the key with `ff_reclaim_execution`.

Effects: `granted`: stores the grant and reserves the execution until `expires_at`, which is never past its deadline, nor past the end of the time of the attempt that was lost. `not_reclaimable`, with the reason in `detail`: it is not active, its lease is live, its time has passed, its lane hands out no work, the worker lacks capabilities (`capability_mismatch: …`), or a limit is reached. `reclaim_cap_exceeded`: it was taken over 1000 times.

Idempotent: no; while a grant reserves the execution, another one is refused.

Locks: the execution, until the caller's transaction ends.

Errors: ZF201 execution_not_found, ZF303 grant_already_exists; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments (`p_grant_ttl_ms` is 1 to 60000).

Example:
```sql
select outcome, grant_key, detail
from flowfabric.ff_issue_reclaim_grant(
    '0192f0a0-1111-7111-8111-123456789012', 'mailer', 'mailer-9c01'
);
```
$$;
