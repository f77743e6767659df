begin;
select plan(13);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given executions of which none is over; when a session waits for them; then
create temporary table submitted as
select
    l.lane_id,
    pg_temp.submit(l.lane_id)::uuid as execution_id
from unnest('{a,b,c}'::text[]) as l (lane_id);
create function pg_temp.wait(variadic p_lane_ids text[])
returns jsonb
language sql
as $wait$
    select to_jsonb(flowfabric.ff_await_result(
        array(select s.execution_id from submitted as s where s.lane_id = any (p_lane_ids))
    ))
$wait$;
select is(
    pg_temp.wait('a', 'b'), '{"channel": "ff_results", "is_any_over": false}', 'none is over'
);
select is(
    (select count(*) from flowfabric.ff_end_bell), 2::bigint, 'a bell hangs for each'
);
select is(
    pg_temp.wait('a', 'b') ->> 'is_any_over', 'false', 'asked again'
);
select is(
    (select count(*) from flowfabric.ff_end_bell), 2::bigint, 'the bells serve still'
);
select is(pg_temp.wait('c') ->> 'is_any_over', 'false', 'given another waits for another');
-- when one ends; then
select is(
    (flowfabric.ff_complete(pg_temp.claim(p_lane_id => 'a'))).public_state, 'completed', 'given'
);
select is(
    (
        select array_agg(s.lane_id) from submitted as s
        inner join flowfabric.ff_ring_request as r on s.execution_id = r.ended_id
    ),
    '{a}', 'the commit rings'
);
set constraints all immediate;
set constraints all deferred;
select is(
    (
        select array_agg(s.lane_id) from submitted as s
        inner join flowfabric.ff_end_bell as b on s.execution_id = b.execution_id
    ),
    '{c}', 'and takes down both bells of the one that waited'
);
select is(pg_temp.wait('b', 'a') ->> 'is_any_over', 'true', 'one is over');
select is(
    (select count(*) from flowfabric.ff_end_bell), 1::bigint, 'no bell hangs for it'
);
-- when another ends, for which no session waits any more; then
select
    is(
        (flowfabric.ff_cancel_execution(s.execution_id, 'not needed')).outcome, 'cancelled', 'given'
    )
from submitted as s
where s.lane_id = 'b';
select is_empty('select r.ended_id from flowfabric.ff_ring_request as r', 'nothing rings');
-- when the time of a bell is over; then
do $given$ begin
    perform pg_temp.advance('61 s');
    perform count(*) from flowfabric.ff_tick();
end $given$;
select is_empty('select b.bell_id from flowfabric.ff_end_bell as b', 'a tick takes it down');
select * from finish();
rollback;
