create or replace function _best_effort_length(p_rate_hz double precision, p_ttl_ms bigint)
returns bigint
language sql
immutable
as $_best_effort_length$
    -- twice what comes within its ttl; at least 64 frames, at most 16,384
    select least(16384, greatest(64, ceil(p_rate_hz * p_ttl_ms / 1000 * 2)))::bigint
$_best_effort_length$;

comment on function _best_effort_length is 'How many best-effort frames are kept at a rate.';
