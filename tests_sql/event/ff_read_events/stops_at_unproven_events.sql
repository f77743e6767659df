begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
do $given$ begin perform pg_temp.make_events(); end $given$;
select f.last_value + 1 as first_id from flowfabric.ff_event_floor as f
\gset

-- given an event beyond the watermark, written by this transaction
do $given$ begin perform pg_temp.submit_number(4); perform pg_temp.claim(); end $given$;
-- when events are read; then
select is(
    pg_temp.told(flowfabric.ff_read_events(p_namespace => 'default')),
    'acquired 1, acquired 2, completed 1, completed 2',
    'the event is not returned yet'
);
do $when$ begin perform pg_temp.prove_events(); end $when$;
select is(
    pg_temp.told(flowfabric.ff_read_events(p_kinds => '{acquired}')),
    'acquired 1, acquired 2, acquired 3, acquired 4',
    'it is returned when the watermark has passed it'
);

select * from finish();
rollback;
