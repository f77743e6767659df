begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
\ir ../../lib/retention.sql

do $given$ begin
    perform flowfabric.ff_create_consumer('c');
    perform pg_temp.finish(1);
    perform pg_temp.advance('1 hour');
    perform pg_temp.finish(2);
    perform pg_temp.prove_events();
end $given$;
select is((flowfabric.ff_trim_retention(0)).trimmed, 0, 'no consumer has read that they ended');
select pg_temp.told(flowfabric.ff_read_consumer('c')) as told
\gset
select is((flowfabric.ff_trim_retention(0)).trimmed, 0, 'none has acknowledged it');
select from flowfabric.ff_ack_consumer('c', (flowfabric.ff_read_consumer('c', 2)).next_cursor);
select is(
    (flowfabric.ff_trim_retention(0)).trimmed, 1,
    'an execution whose end is acknowledged is removed'
);
select is(pg_temp.kept(), '2', 'the other is not');
do $when$ begin perform flowfabric.ff_create_consumer('d', p_cursor => ''); end $when$;
select from flowfabric.ff_ack_consumer('c', (flowfabric.ff_read_consumer('c')).next_cursor);
select is(
    (flowfabric.ff_trim_retention(0)).trimmed, 1,
    'when all consumers have read, it is removed'
);
do $when$ begin
    perform flowfabric.ff_drop_consumer('c');
    perform flowfabric.ff_drop_consumer('d');
    perform flowfabric.ff_create_consumer('lagging', p_max_lag_ms => 1000);
    perform pg_temp.finish(3);
    perform pg_temp.advance('1001 ms');
end $when$;
select is(
    (flowfabric.ff_trim_retention(0)).trimmed, 1,
    'a consumer that lags too much keeps nothing'
);

select * from finish();
rollback;
