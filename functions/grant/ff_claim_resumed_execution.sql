create or replace function ff_claim_resumed_execution(
    p_execution_id uuid,
    p_grant_key text,
    p_worker_id text,
    p_worker_instance_id text,
    p_lease_ttl_ms bigint default 30000,
    p_lease_id uuid default null,
    p_attempt_id uuid default null,
    p_attempt_policy jsonb default null,
    p_attempt_timeout_ms bigint default null,
    p_deadline_at timestamptz default null,
    p_remaining_attempt_timeout_ms bigint default null
)
returns ff_claimed_execution
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_claim_resumed_execution$
declare
    v_execution ff_exec_core;
    v_lane_id text;
    v_now timestamptz;
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_redemption(p_grant_key, p_worker_id, p_worker_instance_id, p_lease_ttl_ms);
    perform _check_attempt_arguments(p_attempt_policy, p_attempt_timeout_ms, p_deadline_at);
    if not _is_duration(p_remaining_attempt_timeout_ms, 1) then
        perform _raise_invalid(
            'p_remaining_attempt_timeout_ms', 'must be between 1 and 315360000000'
        );
    end if;
    perform _check_execution(p_execution_id, 'claim');
    v_execution := _lock_execution(p_execution_id);
    v_now := _now_at_gate();
    v_lane_id := (_route_of(v_execution)).lane_id;
    perform _check_claimable(v_execution, v_lane_id, true, v_now);
    -- by the clock itself: after the clock was set back, the moment of _now_at_gate is ahead of it
    perform _require_grant(
        v_execution, v_lane_id, 'resume', p_grant_key, p_worker_id, _now()
    );
    return _lease_granted(
        v_execution, v_lane_id, v_now, p_worker_id, p_worker_instance_id, p_lease_ttl_ms,
        p_lease_id, p_attempt_id, p_attempt_policy,
        least(p_attempt_timeout_ms, p_remaining_attempt_timeout_ms), p_deadline_at
    );
end;
$ff_claim_resumed_execution$;

comment on function ff_claim_resumed_execution is
$$Redeems a grant of kind `resume`: the interrupted attempt continues, under the same index and id, with a lease for the caller.

Effects: verifies and consumes the grant; the execution becomes `active` under the next epoch. The attempt has the rest of its timeout, but at most `p_attempt_timeout_ms` and `p_remaining_attempt_timeout_ms`. The attempt keeps its id, so `p_attempt_id` is not used; the other arguments are those of `ff_claim_execution`, which may have sent the caller here.

Idempotent: no; a grant is consumed once. A refused call consumes nothing.

Locks: the execution, until the caller's transaction ends.

Errors: ZF201 execution_not_found, ZF301 invalid_claim_grant, ZF302 claim_grant_expired, ZF305 execution_not_leaseable, ZF306 lease_conflict, ZF308 use_claim_resumed_execution, ZF309 not_a_resumed_execution, ZF603 rate_limit_exceeded, ZF604 concurrency_limit_exceeded, ZF605 budget_exceeded; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select handle, attempt_index
from flowfabric.ff_claim_resumed_execution(
    '0192f0a0-1111-7111-8111-123456789012', :'grant_key', 'mailer', 'mailer-7f3a'
);
```
$$;
