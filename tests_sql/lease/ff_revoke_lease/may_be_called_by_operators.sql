begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/permissions.sql

do $given$
begin
    perform pg_temp.submit_number(1);
    perform pg_temp.claim('a');
end;
$given$;
select is(
    pg_temp.who_may('select flowfabric.ff_revoke_lease(pg_temp.id(1))'),
    'ff_operator',
    'operators take leases away, and nobody else'
);

select * from finish();
rollback;
