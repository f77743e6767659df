-- tests_sql/look/ff_overview/counts_by_lane_and_state.sql
-- noqa: disable=LT05
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
-- given executions in several states, one with a delay, one with a lapsed lease; then
do $given$ begin
    perform flowfabric.ff_create_executions('lane', array_fill('{}'::jsonb, array[6]));
    perform pg_temp.advance('1 ms');
    perform flowfabric.ff_complete(pg_temp.claim());
    perform flowfabric.ff_complete(pg_temp.claim());
    perform pg_temp.claim(p_lease_ttl_ms => 1000);
    perform flowfabric.ff_create_execution('later', p_delay_ms => 1000);
    perform flowfabric.ff_set_lane_state('later', 'paused');
end $given$;
select results_eq(
    'select lane_id, lane_state, public_state, execution_count, counted from flowfabric.ff_overview()',
    $$values
    ('lane', 'active', 'active', 1::bigint, 'exact'),
    ('lane', 'active', 'completed', 2, 'exact'),
    ('lane', 'active', 'waiting', 3, 'exact'),
    ('later', 'paused', 'delayed', 1, 'exact')$$,
    'each lane and state is counted'
);
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select results_eq(
    $$select public_state, execution_count from flowfabric.ff_overview() where lane_id = 'later'$$,
    $$values ('waiting', 1::bigint)$$,
    'a delay that has ended counts as waiting'
);
-- given the table is large; then as many rows are read as the bound says
analyze flowfabric.ff_exec_core;
set local search_path = flowfabric, public, pg_temp;
select set_eq(
    'select lane_id, public_state, execution_count, counted from _sampled_states(_now(), 2)',
    $$values
    ('lane', 'waiting', 2::bigint, 'at_least'),
    ('later', 'waiting', 1, 'exact'),
    (null, 'completed', 2, 'estimate')$$,
    'as many of each route, and an estimate of the finished ones'
);
select set_eq(
    'select lane_id, public_state, execution_count, counted from _sampled_states(_now(), 100)',
    $$values
    ('lane', 'waiting', 3::bigint, 'exact'),
    ('lane', 'active', 1, 'exact'),
    ('later', 'waiting', 1, 'exact'),
    (null, 'completed', 2, 'estimate')$$,
    'all rows are read where there are fewer'
);
select * from finish();
rollback;
