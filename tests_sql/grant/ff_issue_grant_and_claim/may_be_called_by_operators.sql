begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/permissions.sql

do $given$ begin perform pg_temp.submit_number(1); end $given$;
select is(
    pg_temp.who_may($$select flowfabric.ff_issue_grant_and_claim(pg_temp.id(1), 'lane')$$),
    'ff_operator',
    'operators, and nobody else'
);

select * from finish();
rollback;
