create or replace function _is_past_retention(
    p_terminal_at timestamptz,
    p_policy jsonb,
    p_older_than_ms bigint,
    p_unread_since timestamptz,
    p_now timestamptz
)
returns boolean
language sql
stable
as $_is_past_retention$
    select coalesce(
        p_terminal_at <= _after_ms(
            p_now, -coalesce((p_policy ->> 'retention_ms')::numeric::bigint, p_older_than_ms)
        )
        and (p_unread_since is null or p_terminal_at < p_unread_since),
        false
    )
$_is_past_retention$;

comment on function _is_past_retention is
'Whether an execution ended longer ago than it is kept, by its policy, or else by the argument of the caller. False until the consumers of events have acknowledged its end.';
