begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
\ir ../../lib/event_slots.sql

-- given events past their retention, which a consumer has not read; and no operator that recycles
-- them
do $given$ begin
    perform ff_create_consumer('c');
    perform pg_temp.submit_number(1);
    perform pg_temp.claim();
    perform ff_revoke_lease(pg_temp.id(1), p_reason => 'stuck', p_actor => 'ada');
    perform pg_temp.work(2);
    perform pg_temp.work(3);
    perform pg_temp.advance('61 s');
    perform pg_temp.work(4);
end $given$;
select string_agg(h::text, '|') as before from ff_history(pg_temp.id(1)) as h
\gset
select is(_trim_events(100), 0, 'events that a consumer has not read are kept');
select from ff_read_consumer('c');
select from ff_ack_consumer('c', (ff_read_consumer('c')).next_cursor);
select is(_trim_events(4), 4, 'a tick deletes a bounded number');
select is(_trim_events(4), 2, 'later ticks delete the others');
select is(_trim_events(4), 0, 'but no younger events');
select is(pg_temp.ring(), '0:2', 'in the slot of the old ones');
select throws_ok(
    format(
        $$select flowfabric.ff_read_events(%L)$$,
        (select pg_temp.cursor(f.last_value) from ff_event_floor as f)
    ),
    'ZF710', null, 'a reader that continues before them gets an error'
);
select is(
    (select string_agg(h::text, '|') from ff_history(pg_temp.id(1)) as h),
    :'before',
    'the history of an execution keeps the calls of operators'
);
select is_empty('select * from flowfabric.ff_check()', 'no invariant is broken');

select * from finish();
rollback;
