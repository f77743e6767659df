begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
do $given$ begin perform pg_temp.make_events(); end $given$;
select f.last_value + 1 as first_id from flowfabric.ff_event_floor as f
\gset

do $given$ begin
    perform flowfabric.ff_create_consumer('c', '{replayed}');
    perform flowfabric.ff_create_consumer('lagging');
end $given$;
select is(
    (
        select l.backlog from flowfabric.ff_list_consumers() as l
        where l.consumer = 'c'
    ),
    4::bigint, 'given there are events that its filter leaves out'
);
select is(
    pg_temp.told(flowfabric.ff_read_consumer('c')), 'nothing', 'it reads no event'
);
select results_eq(
    'select l.consumer, l.backlog from flowfabric.ff_list_consumers() as l',
    $$values ('c', 0::bigint), ('lagging', 4)$$,
    'its place is behind them: it keeps no event from being removed'
);

select * from finish();
rollback;
