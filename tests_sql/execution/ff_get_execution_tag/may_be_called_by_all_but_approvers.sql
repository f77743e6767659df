begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/permissions.sql

select is(
    pg_temp.who_may($$select flowfabric.ff_get_execution_tag(pg_temp.id(1), 'a.b')$$),
    'ff_producer, ff_worker, ff_operator, ff_reader',
    'those who submit, do, look after and look at work'
);

select * from finish();
rollback;
