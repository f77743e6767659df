begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/permissions.sql
\ir ../../lib/suspensions.sql

select pg_temp.suspended() as id
\gset
select is(
    pg_temp.who_may(format(
        'select flowfabric.ff_deliver_approval_signal(%L, %L, %L, %L)',
        :'id', pg_temp.waitpoint(:'id'), 'approved', 'ada'
    )),
    'ff_approver',
    'nobody else approves without a token'
);

select * from finish();
rollback;
