begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/permissions.sql
\ir ../../lib/suspensions.sql

select pg_temp.suspended() as id
\gset
select is(
    pg_temp.who_may(format('select flowfabric.ff_resume_execution(%L)', :'id')),
    'ff_operator',
    'nobody else gets past the condition'
);

select * from finish();
rollback;
