begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql

-- given a cursor of another installation, and a cursor beyond the last event; then every call that
-- takes a cursor refuses them, instead of waiting for events that never come
do $given$ begin
    perform pg_temp.make_events();
    perform flowfabric.ff_create_consumer('c');
end $given$;
select 'e1:00000000-0000-0000-0000-000000000000:1:0' as foreign_cursor
\gset
select
    pg_temp.cursor(s.last_value + 2) as beyond,
    s.last_value as last_event_id
from flowfabric.ff_event_event_id_seq as s
\gset
select m.value as installation_id
from flowfabric.ff_meta as m
where m.key = 'installation_id'
\gset
select
    is(
        pg_temp.error_of(format(c.call, :'foreign_cursor')) ->> 'message',
        'p_cursor belongs to installation 00000000-0000-0000-0000-000000000000, and this is'
        || ' installation ' || :'installation_id',
        c.call
    )
from (
    values
    ('select flowfabric.ff_read_events(%L)'),
    ('select flowfabric.ff_await_events(%L)'),
    ($$select flowfabric.ff_create_consumer('d', p_cursor => %L)$$),
    ($$select flowfabric.ff_ack_consumer('c', %L)$$)
) as c (call);
select
    is(
        pg_temp.error_of(format(c.call, :'beyond')) ->> 'message',
        'p_cursor is beyond the last event, ' || :'last_event_id',
        c.call
    )
from (
    values
    ('select flowfabric.ff_read_events(%L)'),
    ('select flowfabric.ff_await_events(%L)'),
    ($$select flowfabric.ff_create_consumer('d', p_cursor => %L)$$),
    ($$select flowfabric.ff_ack_consumer('c', %L)$$)
) as c (call);
-- a cursor that was read in a younger snapshot is accepted in an older one
delete from flowfabric.ff_event_watermark;
select is(
    pg_temp.told(flowfabric.ff_read_events(pg_temp.cursor(:last_event_id + 1))),
    'nothing',
    'in an older snapshot a cursor beyond its watermark is accepted'
);

select * from finish();
rollback;
