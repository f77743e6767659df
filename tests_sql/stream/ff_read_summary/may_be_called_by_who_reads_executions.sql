begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/permissions.sql

select pg_temp.lease() as handle
\gset
select is(
    pg_temp.who_may(
        format('select flowfabric.ff_read_summary(%L)', pg_temp.execution_of(:'handle'))
    ),
    'ff_producer, ff_worker, ff_operator, ff_reader',
    'who may look at executions'
);

select * from finish();
rollback;
