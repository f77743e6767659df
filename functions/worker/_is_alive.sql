create or replace function _is_alive(
    p_last_heartbeat_at timestamptz,
    p_liveness_ttl_ms bigint,
    p_session_pid integer,
    p_now timestamptz
)
returns boolean
language sql
stable
as $_is_alive$
    select
        case
            when
                isfinite(p_last_heartbeat_at)
                and _after_ms(p_last_heartbeat_at, p_liveness_ttl_ms) >= p_now
                then p_session_pid is null or _has_session(p_session_pid)
            else false
        end
$_is_alive$;

comment on function _is_alive is
'Is a worker alive? At the exact end of its ttl it still is; a session that it named must exist.';
