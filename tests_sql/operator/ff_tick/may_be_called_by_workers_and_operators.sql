begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/permissions.sql

select is(
    pg_temp.who_may('select * from flowfabric.ff_tick()'),
    'ff_worker, ff_operator',
    'workers, who drive it, and operators'
);

select * from finish();
rollback;
