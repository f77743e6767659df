begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
\ir ../../lib/event_slots.sql

do $given$ begin
    perform ff_create_consumer('c');
    perform ff_create_consumer('lagging', p_max_lag_ms => 100000);
    perform pg_temp.work(1);
    perform pg_temp.advance('10 s');
    perform _change_event_slot();
    perform pg_temp.work(2);
    perform pg_temp.advance('70 s');
end $given$;
select is(_change_event_slot(), 0, 'no event is removed that a consumer has not read');
select from ff_read_consumer('c');
select from ff_ack_consumer('c', (ff_read_consumer('c')).next_cursor);
select is(_change_event_slot(), 0, 'all consumers have to read it');
do $when$ begin perform pg_temp.advance('21 s'); end $when$;
select is(_change_event_slot(), 1, 'except one that lags for longer than it may');
select is(pg_temp.told(ff_read_consumer('c')), 'nothing', 'the other consumer has lost nothing');
select throws_ok(
    $$select flowfabric.ff_read_consumer('lagging')$$, 'ZF710', null, 'that one gets an error'
);

select * from finish();
rollback;
