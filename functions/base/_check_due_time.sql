create or replace function _check_due_time(p_delay_ms bigint, p_run_at timestamptz)
returns void
language plpgsql
immutable
as $_check_due_time$
begin
    if p_delay_ms is null and p_run_at is null then
        perform _raise_null('p_delay_ms');
    elsif p_delay_ms is not null and p_run_at is not null then
        perform _raise_invalid('p_run_at', 'must be null when p_delay_ms is given');
    elsif not _is_duration(p_delay_ms, 0) then
        perform _raise_invalid('p_delay_ms', 'must be between 0 and 315360000000');
    elsif not _is_instant(p_run_at) then
        perform _raise_invalid('p_run_at', 'must be finite and before the year 10000');
    end if;
end;
$_check_due_time$;

comment on function _check_due_time is
'Refuses a due time that is missing, given in both ways, or out of range.';
