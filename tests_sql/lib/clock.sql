-- Time in the test's own hands: the engine's one clock is replaced inside the test's transaction.
-- It stands still until the test moves it.
\set QUIET on
create function pg_temp.set_clock(p_now timestamptz)
returns void
language sql
as $set_clock$
    select set_config('test.now', p_now::text, true)
$set_clock$;

create function pg_temp.clock()
returns timestamptz
language sql
as $clock$
    select current_setting('test.now')::timestamptz
$clock$;

create function pg_temp.advance(p_by interval)
returns void
language sql
as $advance$
    select pg_temp.set_clock(pg_temp.clock() + p_by)
$advance$;

-- The number of an object whose id a test wrote down: the last byte of the id.
create function pg_temp.number(p_id uuid)
returns integer
language sql
immutable
as $number$
    select get_byte(uuid_send(p_id), 15)
$number$;

create or replace function flowfabric._now()
returns timestamptz
language sql
volatile
as $_now$
    select current_setting('test.now')::timestamptz
$_now$;

set local datestyle = 'ISO, YMD';
set local timezone = 'UTC';
do $start$ begin perform pg_temp.set_clock('2030-01-01 12:00:00+00'); end $start$;
