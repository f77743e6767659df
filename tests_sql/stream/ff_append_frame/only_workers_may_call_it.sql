begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/permissions.sql

select pg_temp.lease() as handle
\gset
select is(
    pg_temp.who_may(format($$select flowfabric.ff_append_frame(%L, p_text => 'x')$$, :'handle')),
    'ff_worker',
    'ff_worker alone, whoever has the handle'
);

select * from finish();
rollback;
