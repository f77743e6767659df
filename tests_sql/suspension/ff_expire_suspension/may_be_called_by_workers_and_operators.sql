begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/permissions.sql
\ir ../../lib/suspensions.sql

select pg_temp.suspended() as id
\gset
select is(
    pg_temp.who_may(format('select flowfabric.ff_expire_suspension(%L)', :'id')),
    'ff_worker, ff_operator',
    'as a tick'
);

select * from finish();
rollback;
