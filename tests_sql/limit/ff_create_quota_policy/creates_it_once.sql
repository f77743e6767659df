-- tests_sql/limit/ff_create_quota_policy/creates_it_once.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
select is(pg_temp.policy(60000, 100, 5), 'created', 'the policy is created');
select is(pg_temp.policy(60000, 100, 5), 'already_satisfied', 'once');
select is(
    pg_temp.policy(60000, 100, 6), 'differs', 'other limits are a conflict, not satisfied'
);
select results_eq(
    $$select l.window_ms, l.max_per_window, l.max_concurrent, l.jitter_ms
    from flowfabric.ff_read_quota_policy_limits(pg_temp.policy_id()) as l$$,
    $$values (60000::bigint, 100::bigint, 5::bigint, 0::bigint)$$,
    'the policy stays as it is'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
