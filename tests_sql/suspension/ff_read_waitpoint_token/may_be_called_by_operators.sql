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
        'select flowfabric.ff_read_waitpoint_token(%L, %L)', :'id', pg_temp.waitpoint(:'id')
    )),
    'ff_operator',
    'who has it can answer for others'
);

select * from finish();
rollback;
