-- tests_sql/submit/ff_create_execution/refuses_unknown_keys_and_types_in_a_policy.sql
begin;
select plan(39);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
-- when a policy has an unknown key, or a value of a wrong type; then
prepare submit_under (jsonb) as
select flowfabric.ff_create_execution('lane', p_policy => $1);

select is(
    pg_temp.error_of($$execute submit_under('{"max_retries": 3}')$$) - 'hint',
    '{
        "sqlstate": "22023",
        "message": "p_policy has an unknown key \"max_retries\"",
        "detail": {"argument": "p_policy"}
    }',
    'an unknown key, which the error names'
);
select throws_ok(
    $$execute submit_under('{"retry_policy": {"retries": 3}}')$$,
    '22023', 'p_policy has an unknown key "retry_policy.retries"', 'an unknown key one level down'
);
select throws_ok(
    $$execute submit_under('{"retry_policy": {"backoff": {"delay": 3}}}')$$,
    '22023', 'p_policy has an unknown key "retry_policy.backoff.delay"',
    'an unknown key two levels down'
);
select throws_ok(
    $$execute submit_under('{"timeout_policy": {"max_reclaim_count": 3}}')$$,
    '22023', 'p_policy has an unknown key "timeout_policy.max_reclaim_count"',
    'a key of another part of the policy'
);
select throws_ok(
    $$execute submit_under('{"Retry_policy": {}}')$$,
    '22023', 'p_policy has an unknown key "Retry_policy"', 'a key in capitals'
);
select throws_ok(
    $$execute submit_under('{"": 1}')$$,
    '22023', 'p_policy has an unknown key ""', 'an empty key'
);
select throws_ok(
    $$execute submit_under('[]')$$, '22023', 'p_policy must be a JSON object', 'an array'
);
select throws_ok(
    $$execute submit_under('"fixed"')$$, '22023', 'p_policy must be a JSON object', 'a string'
);
select throws_ok(
    $$execute submit_under('7')$$, '22023', 'p_policy must be a JSON object', 'a number'
);
select throws_ok(
    $$execute submit_under('null')$$, '22023', 'p_policy must be a JSON object', 'the JSON null'
);
select throws_ok(
    $$execute submit_under('{"retry_policy": []}')$$,
    '22023', 'p_policy at "retry_policy" must be a JSON object', 'an array instead of an object'
);
select throws_ok(
    $$execute submit_under('{"timeout_policy": 1000}')$$,
    '22023', 'p_policy at "timeout_policy" must be a JSON object', 'a number instead of an object'
);
select throws_ok(
    $$execute submit_under('{"retry_policy": {"backoff": "fixed"}}')$$,
    '22023', 'p_policy at "retry_policy.backoff" must be a JSON object',
    'a string instead of an object'
);
select throws_ok(
    $$execute submit_under('{"retry_policy": {"max_retries": "3"}}')$$,
    '22023', 'p_policy at "retry_policy.max_retries" must be a whole number',
    'a string instead of a number'
);
select throws_ok(
    $$execute submit_under('{"retry_policy": {"max_retries": 1.5}}')$$,
    '22023', 'p_policy at "retry_policy.max_retries" must be a whole number', 'a fraction'
);
select throws_ok(
    $$execute submit_under('{"retry_policy": {"max_retries": -1}}')$$,
    '22023', 'p_policy at "retry_policy.max_retries" must be between 0 and 1000000',
    'a negative count'
);
select throws_ok(
    $$execute submit_under('{"retry_policy": {"max_retries": 1e30}}')$$,
    '22023', 'p_policy at "retry_policy.max_retries" must be between 0 and 1000000',
    'a number that overflows'
);
select throws_ok(
    $$execute submit_under('{"retry_policy": {"backoff": {"type": "linear"}}}')$$,
    '22023', 'p_policy at "retry_policy.backoff.type" must be one of exponential, fixed',
    'an unknown type of backoff'
);
select throws_ok(
    $$execute submit_under('{"retry_policy": {"backoff": {"type": ["fixed"]}}}')$$,
    '22023', 'p_policy at "retry_policy.backoff.type" must be one of exponential, fixed',
    'a list instead of a type'
);
select throws_ok(
    $$execute submit_under('{"retry_policy": {"backoff": {"initial_delay_ms": -1}}}')$$,
    '22023',
    'p_policy at "retry_policy.backoff.initial_delay_ms" must be between 0 and 315360000000',
    'a negative delay'
);
select throws_ok(
    $$execute submit_under('{"retry_policy": {"backoff": {"max_delay_ms": 315360000001}}}')$$,
    '22023', 'p_policy at "retry_policy.backoff.max_delay_ms" must be between 0 and 315360000000',
    'a delay of more than ten years'
);
select throws_ok(
    $$execute submit_under('{"retry_policy": {"backoff": {"delay_ms": true}}}')$$,
    '22023', 'p_policy at "retry_policy.backoff.delay_ms" must be a whole number',
    'true instead of a number'
);
select throws_ok(
    $$execute submit_under('{"retry_policy": {"backoff": {"multiplier": 0.5}}}')$$,
    '22023', 'p_policy at "retry_policy.backoff.multiplier" must be between 1 and 1000',
    'a multiplier below 1'
);
select throws_ok(
    $$execute submit_under('{"retry_policy": {"backoff": {"multiplier": "2"}}}')$$,
    '22023', 'p_policy at "retry_policy.backoff.multiplier" must be a number',
    'a string instead of a multiplier'
);
select throws_ok(
    $$execute submit_under('{"retry_policy": {"backoff": {"jitter": 1}}}')$$,
    '22023', 'p_policy at "retry_policy.backoff.jitter" must be true or false',
    'a number instead of the jitter'
);
select throws_ok(
    $$execute submit_under(
        '{"retry_policy": {"backoff": {"type": "fixed", "delay_ms": 1, "multiplier": 2}}}'
    )$$,
    '22023',
    'p_policy at "retry_policy.backoff" has "multiplier", which no fixed backoff uses',
    'a multiplier of a fixed backoff'
);
select throws_ok(
    $$execute submit_under('{"retry_policy": {"backoff": {"delay_ms": 1000}}}')$$,
    '22023',
    'p_policy at "retry_policy.backoff" has "delay_ms", which no exponential backoff uses',
    'a fixed delay without the type'
);
select throws_ok(
    $$select flowfabric.ff_fail_execution(
        '00000000-0000-7000-8000-000000000001', 0, gen_random_uuid(), 1, gen_random_uuid(), 'broken',
        p_retry_policy => '{"backoff": {"type": "fixed", "max_delay_ms": 1}}'
    )$$,
    '22023',
    'p_retry_policy at "backoff" has "max_delay_ms", which no fixed backoff uses',
    'an unknown key in a retry policy by itself'
);
select throws_ok(
    $$execute submit_under('{"retry_policy": {"retryable_categories": "network"}}')$$,
    '22023', 'p_policy at "retry_policy.retryable_categories" must be an array of strings',
    'a string instead of an array'
);
select throws_ok(
    $$execute submit_under('{"retry_policy": {"retryable_categories": {"network": true}}}')$$,
    '22023', 'p_policy at "retry_policy.retryable_categories" must be an array of strings',
    'an object instead of an array'
);
select throws_ok(
    $$execute submit_under('{"retry_policy": {"retryable_categories": ["network", 1]}}')$$,
    '22023', 'p_policy at "retry_policy.retryable_categories" must be an array of strings',
    'a number among the strings'
);
select throws_ok(
    $$execute submit_under('{"timeout_policy": {"attempt_timeout_ms": 0}}')$$,
    '22023',
    'p_policy at "timeout_policy.attempt_timeout_ms" must be between 1 and 315360000000',
    'a timeout of 0 for attempts'
);
select throws_ok(
    $$execute submit_under('{"timeout_policy": {"execution_deadline_ms": 0}}')$$,
    '22023',
    'p_policy at "timeout_policy.execution_deadline_ms" must be between 1 and 315360000000',
    'a timeout of 0 for the execution'
);
select throws_ok(
    $$execute submit_under('{"max_reclaim_count": 1001}')$$,
    '22023', 'p_policy at "max_reclaim_count" must be between 0 and 1000', 'too many reclaims'
);
select throws_ok(
    $$execute submit_under('{"max_reclaim_count": "many"}')$$,
    '22023', 'p_policy at "max_reclaim_count" must be a whole number', 'a word instead of a count'
);
select throws_ok(
    $$execute submit_under('{"max_replay_count": -1}')$$,
    '22023', 'p_policy at "max_replay_count" must be between 0 and 1000000',
    'a negative number of replays'
);
select throws_ok(
    $$execute submit_under('{"dedup_window_ms": 0}')$$,
    '22023', 'p_policy at "dedup_window_ms" must be between 1 and 315360000000', 'a window of 0'
);
select throws_ok(
    $$execute submit_under('{"retention_ms": -1}')$$,
    '22023', 'p_policy at "retention_ms" must be between 0 and 315360000000',
    'a negative retention'
);
select is_empty('select 1 from flowfabric.ff_exec_core', 'nothing was written');
select * from finish();
rollback;
