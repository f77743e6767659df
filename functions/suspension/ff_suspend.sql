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
    p_requested_by text default 'worker',
    p_token_ttl_ms bigint default null,
    p_step_key text default null,
    p_title text default null,
    p_detail jsonb default null
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
        p_idempotency_key, p_continuation, p_requested_by, p_token_ttl_ms,
        p_step_key, p_title, p_detail
    )::_suspension_request;
begin
    perform _check_suspension(v_request, p_timeout_behavior);
    v_request.timeout_behavior := p_timeout_behavior::ff_timeout_behavior;
    return _suspend_execution(v_fence, v_request);
end;
$ff_suspend$;

comment on function ff_suspend is
$$Suspends an execution: it waits without a worker until signals satisfy a condition. Then the next claim, of any worker, continues the same attempt.

The condition is one of `{"signal": "approved", "on": "review"}`, `{"any_signal": true, "on": "review"}`, `{"all": [...]}`, `{"any": [...]}`, `{"count": 2, "of": "sources", "on": ["review"], "signal": "approved"}` (of `sources`, `signals` or `waitpoints`; the name may be left out), `{"operator_only": true}` and `{"timeout_only": true}`. `all`, `any` and `count` nest to 4 levels.

`on` names waitpoints by their keys, and each waitpoint has a token that lets others deliver signals to it. Without `p_waitpoints` the suspension waits for every open waitpoint that `ff_create_waitpoint` has created under such a key (also for an expired one that had a signal in time), and a key without a waitpoint gets a new one. With `p_token_ttl_ms` the tokens of the answer expire after that time, as those of `ff_read_waitpoint_token` do. `p_waitpoints` chooses the waitpoints exactly, each once: `[{"key": "review"}, {"waitpoint_id": "..."}]` is a new waitpoint and an existing one.

With `p_step_key` the suspension is a step, and its waitpoints belong to the execution instead of the attempt: the transaction that ends it stores its outcome, and a later call of any attempt returns `already_satisfied`, with `is_replay`. `ff_list_steps` has the outcome: `{"outcome": "received", "signals": [...]}` with the signals that satisfied the condition; `timed_out` or `resumed`, by an operator, without. The time of the attempt starts anew after it. `p_title` and `p_detail` are what a person who decides is shown (`ff_list_suspended`, `ff_list_pending_waitpoints`).

Effects: `suspended`: the lease ends, the execution waits; `waitpoints` is an array of objects with `waitpoint_id`, `waitpoint_key` and `token`. `already_satisfied`: signals that came before have satisfied the condition; the execution is not suspended, and the caller keeps the lease. At the timeout the execution fails, is cancelled, expires, continues (`auto_resume_with_timeout_signal`) or waits for an operator (`escalate`), as `p_timeout_behavior` says; without a timeout it waits until its deadline, if it has one. The time of the suspension does not count for the attempt's timeout. Signals of the worker that suspends do not count as a source.

Idempotent: sent again with the handle of the lease that it gave back, the call returns `suspended` with `is_replay` until the next claim, with or without a key. Sent again by the holder of a live lease in the same attempt, with the same `p_idempotency_key`, it returns `already_satisfied` with `is_replay`, and the execution does not wait again. Without a key, a call that returned `already_satisfied` and is sent again is a new suspension.

Locks: the execution, until the caller's transaction ends.

Errors: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found, ZF211 step_limit_exceeded, ZF212 step_kind_mismatch, ZF501 waitpoint_not_found, ZF506 already_suspended when it is suspended with another condition, ZF509 waitpoint_not_pending, ZF510 invalid_waitpoint_for_execution, ZF511 pending_waitpoint_expired, ZF513 suspension_conflict when it went on from a suspension with this key and another condition; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments, with the path in the condition.

Example:
```sql
select outcome, waitpoints -> 0 ->> 'waitpoint_id' as waitpoint_id, waitpoints -> 0 ->> 'token' as token
from flowfabric.ff_suspend(
    :'handle', '{"signal": "approved", "on": "review"}',
    p_reason_code => 'waiting_for_approval', p_timeout_ms => 86400000
);
```
$$;
