create or replace function _ms_until(p_instant timestamptz, p_now timestamptz)
returns bigint
language sql
stable
as $_ms_until$
    -- rounded up, so that a worker that sleeps so long does not wake too early; null for null
    select case
        when p_instant <= p_now then 0
        when p_instant > p_now then -_ms_between(p_instant, p_now)
    end
$_ms_until$;

comment on function _ms_until is 'Whole milliseconds until an instant, rounded up; 0 when the instant is past.';
