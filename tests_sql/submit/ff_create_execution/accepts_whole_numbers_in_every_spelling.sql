-- tests_sql/submit/ff_create_execution/accepts_whole_numbers_in_every_spelling.sql
begin;
select plan(12);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
-- given policies whose whole numbers are written as 3.0, as serialisers of floats do; then
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'deadline', p_policy => '{"timeout_policy": {"execution_deadline_ms": 60000.0}}'
    )$$,
    'a deadline'
);
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'window', p_policy => '{"dedup_window_ms": 1000.0}', p_idempotency_key => 'key'
    )$$,
    'a window'
);
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'timeout', p_policy => '{"timeout_policy": {"attempt_timeout_ms": 5000.0}}'
    )$$,
    'a timeout'
);
select is(
    pg_temp.error_of($$select flowfabric.ff_claim('timeout', 'a', 'a-1')$$),
    null,
    'the lane still works: its executions can be claimed'
);
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'batch', p_policy => '{"timeout_policy": {"attempt_timeout_ms": 5000.0}}'
    )$$,
    'a timeout of an attempt'
);
select is(
    pg_temp.error_of($$select flowfabric.ff_claim_batch('batch', 'a', 'a-1', 10)$$),
    null,
    'a batch may claim them, too'
);
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'retries', p_policy => '{"retry_policy": {"max_retries": 3.0}}'
    )$$,
    'a number of retries'
);
select is(
    pg_temp.error_of(
        $$select flowfabric.ff_fail(pg_temp.claim(p_lane_id => 'retries'), 'broken')$$
    ),
    null,
    'its execution can fail'
);
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'reclaims', p_policy => '{"max_reclaim_count": 3.0}'
    )$$,
    'a number of reclaims'
);
select isnt(pg_temp.claim(p_lane_id => 'reclaims'), null, 'given a worker takes it');
select pg_temp.advance('30 seconds');
select is(
    pg_temp.error_of($$select flowfabric.ff_claim('reclaims', 'b', 'b-1')$$),
    null,
    'its execution can be taken over'
);
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'exponent', p_policy => '{"retry_policy": {"max_retries": 1e1}}'
    )$$,
    'the exponent form'
);
select * from finish();
rollback;
