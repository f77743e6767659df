create or replace function _attempt_deadline(
    p_state ff_state,
    p_policy jsonb,
    p_attempt_deadline_at timestamptz,
    p_lease_ended_at timestamptz,
    p_now timestamptz,
    p_attempt_timeout_ms bigint
)
returns timestamptz
language sql
stable
as $_attempt_deadline$
    select least(
        case
            -- an attempt that goes on has what was left of its time
            when _is_resumable(p_state)
                then p_now + (p_attempt_deadline_at - p_lease_ended_at)
            else _after_ms(
                p_now, (p_policy #>> '{timeout_policy,attempt_timeout_ms}')::numeric::bigint
            )
        end,
        _after_ms(p_now, p_attempt_timeout_ms)
    )
$_attempt_deadline$;

comment on function _attempt_deadline is
'The end of the time of an attempt that begins, or goes on, now: by the policy and by the argument of the claim. Inlined where it is called.';
