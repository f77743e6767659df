create or replace function ff_issue_claim_grant(
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
returns ff_grant
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_issue_claim_grant$
declare
    v_execution ff_exec_core;
    v_route ff_route;
    v_now timestamptz;
    v_state ff_state;
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
    v_execution := _settled_suspension(v_execution, v_now);
    v_route := _route_of(v_execution, p_lane_id);
    v_state := _check_waiting(v_execution, _lane_closed_as(v_route.lane_id), v_now);
    -- by the clock itself: after the clock was set back, the moment of _now_at_gate is ahead of it
    perform _refuse_while_granted(v_execution, _now());
    if not v_route.required_capabilities <@ p_capabilities then
        perform _raise('capability_mismatch', jsonb_build_object(
            'execution_id', p_execution_id,
            'missing', _missing_capabilities(v_route.required_capabilities, p_capabilities)
        ));
    end if;
    perform _require_admission(
        v_execution, _limits_in_lane(v_execution, v_route.lane_id),
        _grant_until(v_execution, p_grant_ttl_ms, v_now), v_now, true
    );
    return _write_grant(
        v_execution,
        case when v_state = 'waiting_resume' then 'resume' else 'claim' end::ff_grant_kind,
        p_worker_id, p_worker_instance_id, v_route.lane_id, p_grant_ttl_ms, v_now,
        p_capability_hash, p_route_snapshot, p_admission_summary
    );
end;
$ff_issue_claim_grant$;

comment on function ff_issue_claim_grant is
$$Permits one worker to take one execution that waits; the worker redeems the grant key.

Effects: stores the grant and reserves the execution and its places in limits: until `expires_at`, which is never past its deadline, no claim takes it. A grant that lapses needs no cleanup. `p_capability_hash`, `p_route_snapshot` and `p_admission_summary` are kept with the grant, for the scheduler's own use. `kind` is `resume` when an interrupted attempt is to be continued (redeem with `ff_claim_resumed_execution`), else `claim` (`ff_claim_execution`).

Idempotent: no; while a grant reserves the execution, another one is refused.

Locks: the execution, until the caller's transaction ends.

Errors: ZF201 execution_not_found, ZF202 execution_not_eligible (it does not wait for a worker, or its lane hands out nothing), ZF303 grant_already_exists, ZF304 capability_mismatch (missing in the detail), ZF603 rate_limit_exceeded, ZF604 concurrency_limit_exceeded, ZF605 budget_exceeded; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments (`p_grant_ttl_ms` is 1 to 60000).

Example:
```sql
select grant_key, remaining_ms
from flowfabric.ff_issue_claim_grant(
    '0192f0a0-1111-7111-8111-123456789012', 'mailer', 'mailer-7f3a'
);
```
$$;
