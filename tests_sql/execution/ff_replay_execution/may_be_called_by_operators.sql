begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/permissions.sql

do $given$
begin
    perform pg_temp.submit_number(1);
    perform flowfabric.ff_cancel_execution(pg_temp.id(1), 'not needed');
end;
$given$;
select is(
    pg_temp.who_may('select flowfabric.ff_replay_execution(pg_temp.id(1))'),
    'ff_operator',
    'operators start work anew, and nobody else'
);

select * from finish();
rollback;
