begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
do $given$ begin perform pg_temp.make_events(); end $given$;
select f.last_value + 1 as first_id from flowfabric.ff_event_floor as f
\gset

-- given the oldest events were removed
select setval('flowfabric.ff_event_floor', :first_id + 1) as floor
\gset
-- when a reader continues before them; then
select throws_ok(
    format($$select flowfabric.ff_read_events(%L)$$, pg_temp.cursor(:first_id)),
    'ZF710',
    null,
    'the call fails, because there may be a gap'
);
select is(
    pg_temp.error_of(
        format($$select flowfabric.ff_read_events(%L)$$, pg_temp.cursor(:first_id + 1, 1))
    )
    #>> '{detail,oldest_cursor}',
    pg_temp.cursor(:first_id + 2),
    'the detail says where events begin'
);
select is(
    pg_temp.told(flowfabric.ff_read_events(pg_temp.cursor(:first_id + 2))),
    'acquired 3, completed 3',
    'from there on all events are returned'
);
select is(
    pg_temp.told(flowfabric.ff_read_events()), 'acquired 3, completed 3',
    'a read without a cursor fails, too'
);

select * from finish();
rollback;
