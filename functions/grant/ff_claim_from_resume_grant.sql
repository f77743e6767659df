create or replace function ff_claim_from_resume_grant(
    p_grant_key text,
    p_worker_id text,
    p_worker_instance_id text,
    p_lease_ttl_ms bigint default 30000
)
returns setof ff_claimed_execution
language plpgsql
rows 1
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_claim_from_resume_grant$
declare
    v_key constant _grant_key := _parse_grant_key(p_grant_key);
    v_execution ff_exec_core;
    v_lane_id text;
    v_now timestamptz;
begin
    perform _check_redemption(p_grant_key, p_worker_id, p_worker_instance_id, p_lease_ttl_ms);
    if v_key.kind is null then
        perform _refuse_grant(null, p_grant_key, 'malformed');
    elsif v_key.kind = 'reclaim' then
        perform _refuse_grant(v_key.execution_id, p_grant_key, 'wrong_kind');
    end if;
    perform _check_execution(v_key.execution_id, 'claim');
    v_execution := _lock_execution(v_key.execution_id);
    v_now := _now_at_gate();
    if v_key.kind = 'resume'
        and v_execution.state = 'active'
        and v_execution.lease_expires_at > v_now
    then
        -- another session is redeeming it already
        return;
    end if;
    v_lane_id := (_route_of(v_execution)).lane_id;
    perform _check_claimable(v_execution, v_lane_id, true, v_now);
    -- by the clock itself: after the clock was set back, the moment of _now_at_gate is ahead of it
    perform _require_grant(
        v_execution, v_lane_id, 'resume', p_grant_key, p_worker_id, _now()
    );
    return next _lease_granted(
        v_execution, v_lane_id, v_now, p_worker_id, p_worker_instance_id, p_lease_ttl_ms
    );
end;
$ff_claim_from_resume_grant$;

comment on function ff_claim_from_resume_grant is
$$Redeems a grant of kind `resume` by its key alone; no row while a worker holds a live lease.

Effects: as `ff_claim_resumed_execution`.

Idempotent: no; a grant is consumed once. A refused call consumes nothing.

Locks: the execution, until the caller's transaction ends.

Errors: ZF201 execution_not_found, ZF301 invalid_claim_grant, ZF302 claim_grant_expired, ZF305 execution_not_leaseable, ZF306 lease_conflict, ZF308 use_claim_resumed_execution, ZF309 not_a_resumed_execution, ZF603 rate_limit_exceeded, ZF604 concurrency_limit_exceeded, ZF605 budget_exceeded; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select handle, execution_id
from flowfabric.ff_claim_from_resume_grant(:'grant_key', 'mailer', 'mailer-7f3a');
```
$$;
