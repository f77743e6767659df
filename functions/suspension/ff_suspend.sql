create or replace function ff_suspend(
    p_handle text,
    p_condition jsonb,
    p_waitpoints jsonb default null,
    p_reason_code text default 'waiting_for_signal',
    p_timeout_ms bigint default null,
    p_timeout_at timestamptz default null,
    p_timeout_behavior text default 'fail',
    p_idempotency_key text default null,
    p_continuation text default null,
    p_requested_by text default 'worker'
)
returns ff_suspended_execution
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_suspend$
declare
    v_fence constant _fence := _parse_handle(p_handle);
    v_request _suspension_request := (
        p_condition, p_waitpoints, p_reason_code, p_timeout_ms, p_timeout_at, null,
        p_idempotency_key, p_continuation, p_requested_by
    )::_suspension_request;
begin
    perform _check_suspension(v_request, p_timeout_behavior);
    v_request.timeout_behavior := p_timeout_behavior::ff_timeout_behavior;
    return _suspend_execution(v_fence, v_request);
end;
$ff_suspend$;

comment on function ff_suspend is
$$Parks an execution without a worker until signals satisfy a condition; the same attempt goes on then, with whoever claims it.

The condition is one of `{"signal": "approved", "on": "review"}`, `{"any_signal": true, "on": "review"}`, `{"all": [...]}`, `{"any": [...]}`, `{"count": 2, "of": "sources", "on": ["review"], "signal": "approved"}` (of `sources`, `signals` or `waitpoints`; the name may be left out), `{"operator_only": true}` and `{"timeout_only": true}`. `all`, `any` and `count` nest to 4 levels.

What a condition is `on` are the keys of waitpoints, and each waitpoint has a token that lets others deliver signals to it. Without `p_waitpoints` every open waitpoint that was created ahead under such a key is waited for, also one whose time is over if it had a signal by then, and a key without one gets a new one. `p_waitpoints` says it exactly: `[{"key": "review"}, {"waitpoint_id": "..."}]`, new ones and ones created ahead.

Effects: `suspended`: the lease ends, the execution waits; `waitpoints` is an array of objects with `waitpoint_id`, `waitpoint_key` and `token`. `already_satisfied`: signals that came before have satisfied the condition; nothing is parked, and the lease is kept. At the timeout the execution fails, is cancelled, expires, goes on (`auto_resume_with_timeout_signal`) or waits for an operator (`escalate`), as `p_timeout_behavior` says; without one it waits for ever. The time of the attempt's timeout stands still. Own signals of the worker that asks are no source.

Idempotent: sent again with the handle of the lease that it gave back, it answers `suspended` until the next claim, with `is_replay`; with a key or without one. With the same `p_idempotency_key` in the same attempt the holder of a live lease is told `already_satisfied`, with `is_replay`, and does not wait again. Without a key, a call that was told `already_satisfied` and is sent again is a new suspension.

Locks: the execution, until the caller's transaction ends.

Errors: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found, ZF501 waitpoint_not_found, ZF506 already_suspended when the first call had another condition, ZF509 waitpoint_not_pending, ZF510 invalid_waitpoint_for_execution, ZF511 pending_waitpoint_expired; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments, with the path in the condition.

Example:
```sql
select outcome, waitpoints -> 0 ->> 'waitpoint_id' as waitpoint_id, waitpoints -> 0 ->> 'token' as token
from flowfabric.ff_suspend(
    :'handle', '{"signal": "approved", "on": "review"}',
    p_reason_code => 'waiting_for_approval', p_timeout_ms => 86400000
);
```
$$;
