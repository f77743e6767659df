create or replace function _last_tick()
returns ff_tick_log
language plpgsql
stable
as $_last_tick$
begin
    return (select t from ff_tick_log as t order by t.tick_id desc limit 1);
end;
$_last_tick$;

comment on function _last_tick is 'The notes of the last tick; all null before the first.';
