create or replace function _is_attempt_over(
    p_state ff_state,
    p_attempt_deadline_at timestamptz,
    p_lease_expires_at timestamptz,
    p_now timestamptz
)
returns boolean
language sql
immutable
as $_is_attempt_over$
    select coalesce(
        p_state in ('active', 'lapsed')
        and p_attempt_deadline_at <= p_lease_expires_at
        and p_lease_expires_at <= p_now,
        false
    )
$_is_attempt_over$;

comment on function _is_attempt_over is
'Did the attempt run out of its own time, which is not a worker that fell silent? Inlined where it is called.';
