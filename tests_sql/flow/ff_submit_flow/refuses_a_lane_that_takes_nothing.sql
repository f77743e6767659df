-- tests_sql/flow/ff_submit_flow/refuses_a_lane_that_takes_nothing.sql
begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/flows.sql
-- given a lane that is draining; when a flow needs it; then the whole flow is refused
select flowfabric.ff_register_lane('closing') is null as registered;
select flowfabric.ff_set_lane_state('closing', 'draining') is null as changed;
select is(
    pg_temp.refusal($$select flowfabric.ff_submit_flow(
        '{"nodes": {"a": {"lane": "open"}, "b": {"lane": "closing", "after": ["a"]}}}'
    )$$),
    'ZF206 lane_not_accepting',
    'the flow is refused'
);
select is((select count(*) from flowfabric.ff_exec_core), 0::bigint, 'nothing is written');
select * from finish();
rollback;
