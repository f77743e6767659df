create or replace function _has_time(p_stop_at timestamptz, p_count integer)
returns boolean
language plpgsql
as $_has_time$
begin
    return p_count < 25 or _now() < p_stop_at;
end;
$_has_time$;

comment on function _has_time is
'Whether work that stops by time may go on after p_count rows. The first 25 are always done: also on a slow machine, what is small is done in one piece.';
