-- tests_sql/submit/ff_create_execution/takes_the_window_of_a_key_from_the_policy_of_the_lane.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
-- given a lane whose default policy has a window of 1000 ms; then
select lives_ok(
    $$select flowfabric.ff_register_lane('lane', '{"dedup_window_ms": 1000}')$$,
    'given the lane'
);
select lives_ok(
    $$select flowfabric.ff_create_execution('lane', p_idempotency_key => 'key')$$,
    'given a key'
);
select results_eq(
    'select k.expires_at from flowfabric.ff_idempotency as k',
    $$values ('2030-01-01 12:00:01+00'::timestamptz)$$,
    'the key is free again after a second'
);
select * from finish();
rollback;
