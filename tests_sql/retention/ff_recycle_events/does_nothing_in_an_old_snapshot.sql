begin isolation level repeatable read;
select plan(1);
\ir ../../lib/clock.sql
select is(
    (select r from flowfabric.ff_recycle_events() as r),
    (0, true)::flowfabric.ff_recycled_events, 'the call leaves all work to others'
);
select * from finish();
rollback;
