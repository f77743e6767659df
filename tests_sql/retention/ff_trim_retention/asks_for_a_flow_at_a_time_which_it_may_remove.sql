-- tests_sql/retention/ff_trim_retention/asks_for_a_flow_at_a_time_which_it_may_remove.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/no_time.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/proven_events.sql

-- given four flows whose members have ended, and one with a member that has not
do $given$ begin
    perform set_config('search_path', 'flowfabric, public', true);
    perform count(*)
    from generate_series(1, 5) as n
    cross join lateral ff_submit_flow(jsonb_build_object('nodes', jsonb_build_object(
        'a', '{"lane": "lane", "policy": {"retention_ms": 1000}}'::jsonb,
        'b', jsonb_build_object(
            'lane', case when n = 5 then 'other' else 'lane' end,
            'policy', '{"retention_ms": 1000}'::jsonb
        )
    )));
    perform pg_temp.advance('1 ms');
    perform ff_complete(pg_temp.claim()) from generate_series(1, 9) as n;
    perform pg_temp.advance('1 minute');
end $given$;
create function pg_temp.flows_after_tick()
returns bigint
language plpgsql
as $flows_after_tick$
begin
    perform _trim_executions('tick', null, 100, 500);
    return (select count(*) from ff_flow);
end;
$flows_after_tick$;
-- when a tick has no time; then
select ok(pg_temp.flows_after_tick() between 4 and 5, 'it removes one flow at most');
-- when ticks have looked often enough; then
do $when$ begin perform pg_temp.flows_after_tick() from generate_series(1, 200); end $when$;
select is((select count(*) from ff_flow), 1::bigint, 'those that can be removed are');
select is(
    (select count(*) from ff_exec_core),
    2::bigint,
    'the flow with a member that has not ended stays whole'
);
select * from finish();
rollback;
