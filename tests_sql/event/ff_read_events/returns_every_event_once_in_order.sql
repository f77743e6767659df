begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
do $given$ begin perform pg_temp.make_events(); end $given$;
select f.last_value + 1 as first_id from flowfabric.ff_event_floor as f
\gset

-- given a batch of two and one more; when they are read; then
select is(
    pg_temp.told(flowfabric.ff_read_events()),
    'acquired 1, acquired 2, completed 1, completed 2, acquired 3, completed 3',
    'from the oldest event on, with one item for each execution'
);
select is(
    pg_temp.told(flowfabric.ff_read_events((flowfabric.ff_read_events()).next_cursor)),
    'nothing',
    'the next page does not repeat what was read'
);
select is((flowfabric.ff_read_events()).has_more, false, 'behind the last event there is nothing');
select is(
    (flowfabric.ff_read_events()).events -> 5,
    jsonb_build_object(
        'event_id', (select max(e.event_id) from flowfabric.ff_event as e),
        'cursor', (flowfabric.ff_read_events()).next_cursor,
        'kind', 'completed',
        'outcome', 'success',
        'occurred_at', pg_temp.clock(),
        'execution_id', pg_temp.id(3),
        'lease_id', (
            select e.lease_id
            from flowfabric.ff_event as e
            where e.kind = 'completed' and e.lease_id is not null
        ),
        'lease_epoch', 1,
        'flow_id', null,
        'namespace', 'tenant',
        'tags', jsonb_build_object('billing.customer', '17'),
        'worker_id', 'a',
        'worker_instance_id', 'a-1',
        'details', null
    ),
    'all fields of the last event'
);
select is(
    pg_temp.told(flowfabric.ff_read_events('')), 'nothing',
    'the cursor of an empty page is behind the newest event'
);

select * from finish();
rollback;
