begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/permissions.sql

select is(
    pg_temp.who_may('select * from flowfabric.ff_history(pg_temp.id(1))'),
    'ff_producer, ff_worker, ff_operator, ff_reader',
    'those who submit, do, look after and look at work'
);

select * from finish();
rollback;
