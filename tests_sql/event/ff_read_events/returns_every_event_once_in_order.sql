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
    'from the oldest on, one item for each execution'
);
select is(
    pg_temp.told(flowfabric.ff_read_events((flowfabric.ff_read_events()).next_cursor)),
    'nothing',
    'what was read is not read again'
);
select is((flowfabric.ff_read_events()).has_more, false, 'there is no more');
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
    'everything about the last one'
);
select is(
    pg_temp.told(flowfabric.ff_read_events('')), 'nothing', 'an empty cursor is behind the newest'
);

select * from finish();
rollback;
