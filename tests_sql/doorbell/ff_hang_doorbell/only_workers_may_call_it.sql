begin;
select plan(1);
\ir ../../lib/permissions.sql

select is(
    pg_temp.who_may($$select flowfabric.ff_hang_doorbell('worker-1', array['lane'])$$),
    'ff_worker',
    'ff_worker'
);

select * from finish();
rollback;
