-- tests_sql/claim/ff_look_ahead/says_when_a_tick_has_something_to_do.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql

create function pg_temp.tick_due_in_ms()
returns bigint
language sql
as $tick_due_in_ms$
    select o.tick_due_in_ms from flowfabric.ff_look_ahead(array['emails']) as o
$tick_due_in_ms$;
create function pg_temp.tick()
returns text
language plpgsql
as $tick$
begin
    for v_tick in 1..10 loop
        exit when pg_temp.tick_due_in_ms() is null;
        perform pg_temp.advance(pg_temp.tick_due_in_ms() * interval '1 millisecond');
        perform count(*) from flowfabric.ff_tick();
    end loop;
    return pg_temp.tick_due_in_ms();
end;
$tick$;

-- given a new installation; then
select is(pg_temp.tick_due_in_ms(), 0::bigint, 'no tick has run yet: it is due');
select is(pg_temp.tick(), null, 'after a tick nothing is due');

-- given a deadline and a lease in lanes without workers; then
do $given$
begin
    perform pg_temp.submit_number(1, 'calls', p_delay_ms => 3600000, p_deadline_ms => 60000);
    -- ticks have counted it
    perform pg_temp.prove_events();
end;
$given$;
select is(pg_temp.tick_due_in_ms(), 60000::bigint, 'the deadline is known beforehand');
do $when$ begin perform pg_temp.advance('60 s'); end $when$;
select is(pg_temp.tick_due_in_ms(), 0::bigint, 'at the deadline a tick is due');
-- (this transaction has written events, which wait for its end: so a tick always has more to do)
do $when$ begin perform pg_temp.tick(); end $when$;
select is(
    flowfabric.ff_read_execution_state(pg_temp.id(1)), 'expired', 'the execution has expired'
);
do $when$
begin
    perform pg_temp.submit_number(2, 'calls');
    perform flowfabric.ff_claim('calls', 'a', 'a-1', p_lease_ttl_ms => 10000);
    perform pg_temp.tick();
    perform pg_temp.advance('10 s');
end;
$when$;
select is(pg_temp.tick_due_in_ms(), 0::bigint, 'a lease has lapsed');
select * from finish();
rollback;
