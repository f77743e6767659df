begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/permissions.sql

do $given$
begin
    perform pg_temp.submit_number(1);
    perform pg_temp.claim('x', 1000);
    perform pg_temp.advance('1 s');
end;
$given$;
select is(
    pg_temp.who_may($$select flowfabric.ff_issue_reclaim_grant(pg_temp.id(1), 'a', 'a-1')$$),
    'ff_operator',
    'a scheduler is an operator; workers decide nothing'
);

select * from finish();
rollback;
