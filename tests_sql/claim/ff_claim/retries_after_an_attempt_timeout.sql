begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given a policy with retries and attempts of 10 s; when an attempt takes longer; then
do $given$
begin
    perform pg_temp.submit_number(1, p_policy => '{
        "retry_policy": {"max_retries": 2, "backoff": {"type": "fixed", "delay_ms": 5000}},
        "timeout_policy": {"attempt_timeout_ms": 10000}
    }');
    perform set_config('test.handle', pg_temp.claim('a'), true);
    perform pg_temp.advance('10 s');
end;
$given$;

select is_empty(
    $$select * from flowfabric.ff_claim('lane', 'b', 'b-1')$$,
    'the claim that finds it takes nothing over'
);
select results_eq(
    $$
        select
            eligibility_state, blocking_reason, attempt_state, public_state, retry_count,
            lease_reclaim_count, lease_epoch, claimable_at, failure_reason, failure_category
        from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000001')
    $$,
    $$
        values (
            'not_eligible_until_time', 'waiting_for_retry_backoff', 'pending_retry_attempt',
            'delayed',
            1, 0, 1::bigint, '2030-01-01 12:00:15+00'::timestamptz, 'attempt_timeout', 'timeout'
        )
    $$,
    'the claim schedules a retry: a timeout is a failure, not a crash'
);
select is(
    pg_temp.refusal(format('select flowfabric.ff_complete(%L)', current_setting('test.handle'))),
    'ZF105 execution_not_active',
    'the holder has lost the lease'
);
select is(
    pg_temp.refusal(
        format('select flowfabric.ff_fail(%L, $$slow$$)', current_setting('test.handle'))
    ),
    'ZF105 execution_not_active',
    'a failure that the holder reports now is refused, not a replay'
);
do $when$ begin perform pg_temp.advance('5 s'); end $when$;
select results_eq(
    $$
        select attempt_index, attempt_type, lease_epoch, lease_expires_at
        from flowfabric.ff_claim('lane', 'b', 'b-1')
    $$,
    $$values (1, 'retry', 2::bigint, '2030-01-01 12:00:25+00'::timestamptz)$$,
    'the retry has the full timeout of an attempt'
);
select results_eq(
    'select * from pg_temp.events()',
    $$
        values
        ('acquired', 'none', '{1}', '{1}', 'a'),
        ('expired', 'none', '{1}', '{1}', 'a'),
        ('released', 'none', '{1}', '{1}', 'a'),
        ('acquired', 'none', '{1}', '{2}', 'b')
    $$,
    'one expiry of the lease is recorded'
);
select results_eq(
    $$
        select attempt_index, outcome, failure_reason, retry_at
        from flowfabric.ff_list_attempts('00000000-0000-7000-8000-000000000001')
    $$,
    $$
        values
        (0, 'ended_failure', 'attempt_timeout', '2030-01-01 12:00:15+00'::timestamptz),
        (1, null, null, null)
    $$,
    'the old attempt says why it ended'
);
do $given$
begin
    perform pg_temp.submit_number(2, 'fast', p_policy => '{
        "retry_policy": {"backoff": {"type": "fixed", "delay_ms": 0}},
        "timeout_policy": {"attempt_timeout_ms": 1000}
    }');
    perform pg_temp.claim('a', p_lane_id => 'fast');
    perform pg_temp.advance('1 s');
end;
$given$;
select results_eq(
    $$
        select attempt_index, attempt_type, lease_epoch
        from flowfabric.ff_claim('fast', 'b', 'b-1')
    $$,
    $$values (1, 'retry', 2::bigint)$$,
    'if the retry has no delay, the same claim takes it'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
