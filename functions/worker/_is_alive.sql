create or replace function _is_alive(
    p_last_heartbeat_at timestamptz,
    p_liveness_ttl_ms bigint,
    p_now timestamptz
)
returns boolean
language sql
stable
as $_is_alive$
    select
        isfinite(p_last_heartbeat_at)
        and _after_ms(p_last_heartbeat_at, p_liveness_ttl_ms) >= p_now
$_is_alive$;

comment on function _is_alive is 'Is a worker alive? At the exact end of its ttl it still is.';
