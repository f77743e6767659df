begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

create function pg_temp.is_complete()
returns boolean
language sql
as $is_complete$
    select o.is_complete from flowfabric.ff_look_ahead(array['children']) as o
$is_complete$;

-- given a parent with a child; then
select pg_temp.parent() as handle
\gset
select is(pg_temp.spawn(:'handle', 'a'), 'spawned', 'given');
select ok(pg_temp.is_complete(), 'nothing is left to others');
-- when the parent fails, which leaves the cancellation of its child to a tick; then
select is(
    (flowfabric.ff_fail(:'handle', 'broken', 'permanent')).outcome, 'terminal_failed', 'given'
);
select ok(not pg_temp.is_complete(), 'the work of a todo is not seen yet');
do $when$ begin perform pg_temp.do_todos(); end $when$;
select ok(pg_temp.is_complete(), 'its work is done');
select * from finish();
rollback;
