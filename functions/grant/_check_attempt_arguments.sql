create or replace function _check_attempt_arguments(
    p_attempt_policy jsonb,
    p_attempt_timeout_ms bigint,
    p_deadline_at timestamptz
)
returns void
language plpgsql
immutable
as $_check_attempt_arguments$
begin
    perform _check_policy('p_attempt_policy', p_attempt_policy);
    if not _is_duration(p_attempt_timeout_ms, 1) then
        perform _raise_invalid('p_attempt_timeout_ms', 'must be between 1 and 315360000000');
    elsif not _is_instant(p_deadline_at) then
        perform _raise_invalid('p_deadline_at', 'must be finite and before the year 10000');
    end if;
end;
$_check_attempt_arguments$;

comment on function _check_attempt_arguments is 'Refuses wrong arguments about the attempt that a redeemed grant begins.';
