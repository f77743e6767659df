-- tests_sql/look/ff_statistics/counts_by_lane_and_minute.sql
-- noqa: disable=LT05
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/proven_events.sql
-- given work in two lanes, in three minutes: a completion, a failure with a retry, a takeover, a
-- deadline, and a batch of claims over several routes; when ticks count; then
select pg_temp.set_clock('2030-01-01 12:00:10+00');
do $given$ begin
    perform flowfabric.ff_complete(pg_temp.lease());
    perform flowfabric.ff_fail(pg_temp.lease(), 'broken');
    perform pg_temp.lease(p_lease_ttl_ms => 1000);
    perform flowfabric.ff_create_execution('other', p_delay_ms => 3600000, p_deadline_ms => 60000);
    perform pg_temp.advance('40 s');
    perform flowfabric.ff_fail(c.handle, 'broken', 'permanent')
    from flowfabric.ff_claim_batch('lane', 'b', 'b-1', 10) as c;
    perform pg_temp.advance('40 s');
    perform count(*) from flowfabric.ff_tick();
    perform flowfabric.ff_create_executions('other', array_fill('{}'::jsonb, array[3]), '{"priority": [1, 2, 3]}');
    perform pg_temp.advance('1 ms');
    perform flowfabric.ff_complete_batch(array(
        select c.handle from flowfabric.ff_claim_batch('other', 'a', 'a-1', 2) as c
    ));
    perform flowfabric.ff_cancel_execution(e.execution_id, 'not needed')
    from flowfabric.ff_executions as e
    where e.lane_id = 'other' and e.public_state = 'waiting';
    perform pg_temp.prove_events();
end $given$;
select results_eq(
    'select * from flowfabric.ff_statistics()',
    $$values
    ('lane', timestamptz '2030-01-01 12:00:00+00', 3::bigint, 4::bigint, 1::bigint, 2::bigint, 1::bigint, 1::bigint),
    ('other', '2030-01-01 12:00:00+00', 1, 0, 0, 0, 0, 0),
    ('other', '2030-01-01 12:01:00+00', 3, 2, 2, 1, 0, 0)$$,
    'each minute of each lane is counted'
);
do $when$ begin perform pg_temp.prove_events(); end $when$;
select is(
    (select sum(s.submitted + s.started + s.completed) from flowfabric.ff_statistics() as s),
    16::numeric,
    'nothing is counted again'
);
select is(
    (select count(*) from flowfabric.ff_statistics('lane')),
    1::bigint,
    'one lane can be read'
);
select is(
    (select count(*) from flowfabric.ff_statistics(p_since => '2030-01-01 12:01:59+00')),
    1::bigint,
    'the minute of p_since is the first'
);
select is_empty(
    $$select * from flowfabric.ff_statistics('unknown')$$,
    'an unknown lane has no minutes'
);
select is_empty('select * from flowfabric.ff_check()', 'the counts agree with the events');
do $when$ begin perform pg_temp.advance('60 min'); end $when$;
select is(
    (select count(*) from flowfabric.ff_statistics()),
    1::bigint,
    'the last hour is the default'
);
select * from finish();
rollback;
