-- tests_sql/execution/ff_describe_execution/shows_what_keeps_claims_away.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
-- given executions in lanes that are open, paused, draining and disabled; then only what a claim
-- would take reads eligible, in the call and in the view
do $given$ begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 4) as n;
    perform flowfabric.ff_set_lane_state('lane2', 'paused');
    perform flowfabric.ff_set_lane_state('lane3', 'draining');
    perform flowfabric.ff_set_lane_state('lane4', 'disabled');
end $given$;
select results_eq(
    $$
        select d.lane_id, d.public_state, d.eligibility_state, d.blocking_reason
        from generate_series(1, 4) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    $$,
    $$values
    ('lane1', 'waiting', 'eligible_now', 'waiting_for_worker'),
    ('lane2', 'waiting', 'blocked_by_lane_state', 'paused_by_policy'),
    ('lane3', 'waiting', 'eligible_now', 'waiting_for_worker'),
    ('lane4', 'waiting', 'blocked_by_lane_state', 'paused_by_policy')$$,
    'a closed lane is shown'
);
select results_eq(
    $$
        select d.lane_id, d.public_state, d.eligibility_state, d.blocking_reason
        from generate_series(1, 4) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    $$,
    $$
        select e.lane_id, e.public_state, e.eligibility_state, e.blocking_reason
        from flowfabric.ff_executions as e
        order by e.execution_id
    $$,
    'the view shows the same'
);
do $when$ begin perform flowfabric.ff_set_lane_state('lane2', 'active'); end $when$;
select is(
    (
        select d.eligibility_state
        from flowfabric.ff_describe_execution(pg_temp.id(2)) as d
    ),
    'eligible_now',
    'when the lane is open again, the execution reads eligible'
);
-- given a lease that was revoked long before its end; then it has no time left
do $given$ begin
    perform pg_temp.claim('a', 60000, 'lane1');
    perform pg_temp.advance('1 s');
    perform flowfabric.ff_revoke_lease(pg_temp.id(1));
    perform pg_temp.advance('1 s');
end $given$;
select results_eq(
    $$
        select d.ownership_state, d.lease_expires_at, d.lease_remaining_ms
        from flowfabric.ff_describe_execution(pg_temp.id(1)) as d
    $$,
    $$values ('lease_revoked', '2030-01-01 12:00:01+00'::timestamptz, 0::bigint)$$,
    'the remaining time of a revoked lease is 0'
);
select is(
    (
        select e.lease_expires_at
        from flowfabric.ff_executions as e
        where e.execution_id = pg_temp.id(1)
    ),
    '2030-01-01 12:00:01+00'::timestamptz,
    'so it is in the view'
);
select is(
    (
        select g.detail -> 'remaining_ms'
        from flowfabric.ff_explain(pg_temp.id(1)) as g
        where g.gate = 'lease'
    ),
    '0',
    'so it is in ff_explain'
);
select * from finish();
rollback;
