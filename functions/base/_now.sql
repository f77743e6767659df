create or replace function _now()
returns timestamptz
language sql
volatile
as $_now$
    select clock_timestamp()
$_now$;

comment on function _now is
'The one place where the clock is read. Inlined where it is called; tests replace it to control time.';
