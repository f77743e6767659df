begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/permissions.sql

do $given$ begin perform pg_temp.submit_number(1); end $given$;
select is(
    pg_temp.who_may($$select flowfabric.ff_cancel_execution(pg_temp.id(1), 'not needed')$$),
    'ff_worker, ff_operator',
    'workers with a lease, and operators without one'
);

select * from finish();
rollback;
