begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/permissions.sql

select pg_temp.lease() as handle
\gset
select is(
    pg_temp.who_may(
        format(
            'select flowfabric.ff_close_waitpoint(%L, ''00000000-0000-4000-8000-000000000001'')',
            :'handle'
        )
    ),
    'ff_worker',
    'ff_worker alone, whoever has the handle'
);

select * from finish();
rollback;
