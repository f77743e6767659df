begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
\ir ../../lib/event_slots.sql

do $given$ begin perform pg_temp.work(1); end $given$;
select is(
    (select r from ff_recycle_events() as r),
    (0, false)::ff_recycled_events, 'there is nothing to do yet'
);
do $when$ begin
    perform pg_temp.advance('10 s'); perform ff_recycle_events(); perform pg_temp.work(2);
end $when$;
select is(pg_temp.ring(), '0:2 1:2', 'after a sixth of the retention the next slot is used');
do $when$ begin perform pg_temp.advance('55 s'); end $when$;
select is(
    (select r from ff_recycle_events() as r),
    (1, false)::ff_recycled_events, 'a slot with old events is emptied'
);
select is(pg_temp.ring(), '1:2', 'the other slot is kept');
select is_empty('select * from flowfabric.ff_check()', 'no invariant is broken');

select * from finish();
rollback;
