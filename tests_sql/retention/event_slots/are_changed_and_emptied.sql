begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
\ir ../../lib/event_slots.sql

do $given$ begin perform pg_temp.work(1); perform _change_event_slot(); end $given$;
select is(pg_temp.ring(), '0:2', 'given events in the first slot');
do $when$ begin
    perform pg_temp.advance('10 s'); perform _change_event_slot(); perform pg_temp.work(2);
end $when$;
select is(pg_temp.ring(), '0:2 1:2', 'after a sixth of the retention the slot changes');
do $when$ begin
    perform pg_temp.advance('9 s'); perform _change_event_slot(); perform pg_temp.work(3);
end $when$;
select is(pg_temp.ring(), '0:2 1:4', 'not earlier');
do $when$ begin perform pg_temp.advance('41 s'); end $when$;
select is(_change_event_slot(), 0, 'while its last event is young, a slot is kept');
do $when$ begin perform pg_temp.advance('1 ms'); end $when$;
select is(_change_event_slot(), 1, 'as soon as it is not, the slot is emptied');
do $when$ begin perform pg_temp.work(4); end $when$;
select is(pg_temp.ring(), '1:4 2:2', 'the other events are kept');
select is(
    pg_temp.told(ff_read_events(p_kinds => '{completed}')),
    'completed 2, completed 3, completed 4', 'and are read'
);
select throws_ok(
    format(
        $$select flowfabric.ff_read_events(%L)$$,
        (select pg_temp.cursor(f.last_value) from ff_event_floor as f)
    ),
    'ZF710', null, 'a reader that continues before them gets an error'
);
select is_empty('select * from flowfabric.ff_check()', 'no invariant is broken');

select * from finish();
rollback;
