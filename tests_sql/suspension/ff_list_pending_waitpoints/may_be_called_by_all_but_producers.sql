begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/permissions.sql
\ir ../../lib/suspensions.sql

select pg_temp.suspended() as id
\gset
select is(
    pg_temp.who_may(format('select flowfabric.ff_list_pending_waitpoints(%L)', :'id')),
    'ff_worker, ff_operator, ff_approver, ff_reader',
    'it tells no secret'
);

select * from finish();
rollback;
