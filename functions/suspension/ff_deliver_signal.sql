create or replace function ff_deliver_signal(
    p_execution_id uuid,
    p_waitpoint_id uuid,
    p_token text,
    p_signal_name text,
    p_input jsonb default null,
    p_payload bytea default null,
    p_source_type text default 'external',
    p_source_identity text default null,
    p_signal_id uuid default null,
    p_idempotency_key text default null,
    p_correlation_id text default null,
    p_resume_delay_ms bigint default 0,
    p_signal_category text default null
)
returns ff_delivered_signal
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_deliver_signal$
declare
    v_request constant _signal_request := (
        p_signal_id, p_signal_name, p_input, p_payload, p_source_type, p_source_identity,
        p_idempotency_key, p_correlation_id, p_resume_delay_ms, p_signal_category
    )::_signal_request;
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    if p_waitpoint_id is null then
        perform _raise_null('p_waitpoint_id');
    elsif p_token is null then
        perform _raise_null('p_token');
    end if;
    perform _check_signal(v_request);
    -- the token first: a caller without it must not learn what is in a restricted lane
    perform _authenticate_token(p_execution_id, p_waitpoint_id, p_token);
    perform _check_execution(p_execution_id, 'signal');
    return _accept_signal(p_execution_id, p_waitpoint_id, v_request);
end;
$ff_deliver_signal$;

comment on function ff_deliver_signal is
$$Delivers a signal to a waitpoint, for a caller that has its token.

The token is checked before anything else: with a wrong one the error is the same for an execution that does not exist, one that has ended, one in a restricted lane and one that waits.

`p_signal_category` is a word of the sender, such as `callback` or `tool_result`; it is stored and shown, and decides nothing.

Effects: `accepted`, with what the signal did: `resume_condition_satisfied` (the execution continues, after `p_resume_delay_ms`), `appended_to_waitpoint` (it counts, and more signals are needed), `appended_to_waitpoint_duplicate` (it adds nothing), `signal_ignored_matcher_failed` (the condition does not name it), `signal_ignored_own_request` (the condition counts sources, and the signal comes from the side that suspended), `buffered_for_pending_waitpoint` (it is kept for a later suspension). All signals are stored: at most 10,000 for an execution. A source that is not named is the caller's role; a caller that is only a worker is always its own source.

Idempotent: sent again by the same sender with the same `p_idempotency_key` to the same waitpoint, or with the same `p_signal_id`, the call returns `duplicate` and the effect of the first one, also after the waitpoint was closed. A sender is the caller's role and the source that it names; keys of other senders do not matter.

Locks: the execution, until the caller's transaction ends; nothing while the token is checked.

Errors: ZF201 execution_not_found, ZF501 waitpoint_not_found, ZF502 invalid_token, ZF503 token_expired, ZF504 waitpoint_closed, ZF505 target_not_signalable when the execution has ended, ZF508 signal_limit_exceeded, ZF512 signal_conflict; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select outcome, effect
from flowfabric.ff_deliver_signal(
    :'execution_id', :'waitpoint_id', :'token', 'approved',
    '{"comment": "looks good"}', p_source_identity => 'ada'
);
```
$$;
