create or replace function ff_issue_grant_and_claim(
    p_execution_id text,
    p_lane_id text,
    p_lease_ttl_ms bigint default 30000,
    p_reason text default null,
    p_actor text default null
)
returns ff_claimed_execution
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_issue_grant_and_claim$
declare
    v_key constant _execution_key := _parse_execution_id('p_execution_id', p_execution_id);
    v_execution ff_exec_core;
    v_now timestamptz;
    v_state ff_state;
begin
    perform _check_lane_id('p_lane_id', p_lane_id);
    perform _check_lease_ttl('p_lease_ttl_ms', p_lease_ttl_ms);
    perform _check_audit(p_reason, p_actor);
    v_execution := _lock_execution(v_key.partition_key, v_key.execution_id);
    v_now := _announce();
    perform _route_of(v_execution, p_lane_id);
    if _live_grant(v_execution, v_now) then
        perform _raise('grant_already_exists', jsonb_build_object('execution_id', p_execution_id));
    end if;
    v_state := _effective_state(
        v_execution.state, v_execution.claimable_at, v_execution.lease_expires_at, v_now
    );
    if v_state in ('active', 'lapsed', 'revoked') then
        perform _raise('lease_conflict', jsonb_build_object('execution_id', p_execution_id));
    elsif v_state not in ('waiting_first', 'waiting_retry', 'waiting_replay', 'waiting_resume')
        or v_execution.deadline_at <= v_now
    then
        perform _raise('execution_not_eligible', jsonb_build_object(
            'execution_id', p_execution_id, 'public_state', _public_state(v_state)
        ));
    end if;
    return _lease_granted(
        v_execution, v_now, 'operator', 'operator-' || pg_backend_pid()::text, p_lease_ttl_ms,
        null, null, null, null
    );
end;
$ff_issue_grant_and_claim$;

comment on function ff_issue_grant_and_claim is
$$Leases one execution that waits to the operator who calls, past the queue and whatever capabilities it asks for.

Effects: the execution becomes `active`, held by worker `operator`. No grant is left behind.

Idempotent: no.

Locks: the execution, until the caller's transaction ends.

Errors: ZF201 execution_not_found, ZF202 execution_not_eligible, ZF303 grant_already_exists, ZF306 lease_conflict; 22023 and 22004 for arguments.

Example:
```sql
select handle, attempt_type
from flowfabric.ff_issue_grant_and_claim(
    '{fp:18}:0192f0a0-1111-7111-8111-123456789012', 'emails', p_reason => 'by hand'
);
```
$$;
