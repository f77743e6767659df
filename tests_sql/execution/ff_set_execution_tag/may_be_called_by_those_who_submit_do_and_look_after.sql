begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/permissions.sql

do $given$ begin perform pg_temp.submit_number(1); end $given$;
select is(
    pg_temp.who_may($$select flowfabric.ff_set_execution_tag(pg_temp.id(1), 'a.b', 'c')$$),
    'ff_producer, ff_worker, ff_operator',
    'not by those who only read or approve'
);

select * from finish();
rollback;
