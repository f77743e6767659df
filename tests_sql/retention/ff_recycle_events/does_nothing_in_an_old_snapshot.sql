begin isolation level repeatable read;
select plan(1);
\ir ../../lib/clock.sql
select is(
    (select r from flowfabric.ff_recycle_events() as r),
    (0, true)::flowfabric.ff_recycled_events, 'it leaves everything to be done'
);
select * from finish();
rollback;
