begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/permissions.sql

do $given$ begin perform pg_temp.submit_number(1); end $given$;
select is(
    pg_temp.who_may('select flowfabric.ff_change_priority(pg_temp.id(1), 5)'),
    'ff_operator',
    'operators say what is urgent, and nobody else'
);

select * from finish();
rollback;
