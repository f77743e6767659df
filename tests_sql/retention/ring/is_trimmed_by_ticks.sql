begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
\ir ../../lib/event_ring.sql

-- given events that are older than they are kept, which a consumer has not read; and no operator
-- that recycles them
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
select is(_trim_events(100), 0, 'what a consumer has not read is kept');
select from ff_read_consumer('c');
select from ff_ack_consumer('c', (ff_read_consumer('c')).next_cursor);
select is(_trim_events(4), 4, 'a tick deletes so many at most');
select is(_trim_events(4), 2, 'and the others later');
select is(_trim_events(4), 0, 'but none that is young');
select is(pg_temp.ring(), '0:2', 'in the part where they are');
select throws_ok(
    format(
        $$select flowfabric.ff_read_events(%L)$$,
        (select pg_temp.cursor(f.last_value) from ff_event_floor as f)
    ),
    'ZF710', null, 'a reader that goes on before them is told'
);
select is(
    (select string_agg(h::text, '|') from ff_history(pg_temp.id(1)) as h),
    :'before',
    'the story of an execution keeps what operators did'
);
select is_empty('select * from flowfabric.ff_check()', 'nothing is broken');

select * from finish();
rollback;
