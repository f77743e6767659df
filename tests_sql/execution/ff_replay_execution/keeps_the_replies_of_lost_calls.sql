begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/no_retries.sql

-- given (1) was completed and (2) failed, both replies were lost, and both were replayed since;
-- when the calls are sent again, before the next claim, and the failure after it; then
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 2) as n;
end;
$given$;
select
    pg_temp.claim('a', p_lane_id => 'lane1') as completed,
    pg_temp.claim('a', p_lane_id => 'lane2') as failed
\gset
select flowfabric.ff_complete(:'completed', '1');
select flowfabric.ff_fail(:'failed', 'broken');
do $given$
begin
    perform flowfabric.ff_replay_execution(pg_temp.id(n)) from generate_series(1, 2) as n;
end;
$given$;
select pg_temp.stored() as before
\gset

select is(
    (flowfabric.ff_complete(:'completed', '1')).is_replay, true,
    'the completion gets its reply'
);
select is((flowfabric.ff_fail(:'failed', 'broken')).is_replay, true, 'the failure gets its reply');
select is(pg_temp.stored(), :'before', 'nothing is written');
do $when$
begin
    perform pg_temp.claim('b', p_lane_id => 'lane' || n) from generate_series(1, 2) as n;
end;
$when$;
select pg_temp.stored() as before
\gset
select is(
    (flowfabric.ff_fail(:'failed', 'broken')).is_replay, true,
    'after the claim the failure gets its reply, too'
);
select is(pg_temp.stored(), :'before', 'again nothing is written');

select * from finish();
rollback;
