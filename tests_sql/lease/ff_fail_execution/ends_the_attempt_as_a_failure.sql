begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/typed_calls.sql
\ir ../../lib/no_retries.sql

create function pg_temp.fail_number(p_number integer, p_more text, p_policy jsonb default null)
returns jsonb
language plpgsql
as $fail_number$
begin
    perform pg_temp.submit_number(p_number, 'lane' || p_number, p_policy => p_policy);
    return pg_temp.answer_of(pg_temp.typed_call(
        'ff_fail_execution',
        pg_temp.claim('a', p_lane_id => 'lane' || p_number),
        $$p_failure_reason => 'broken', $$ || p_more
    ));
end;
$fail_number$;

-- when executions with and without retries fail, with explicit ids; then
select is(
    pg_temp.fail_number(1, 'p_failure_category => null'),
    '{
        "outcome": "terminal_failed",
        "retry_at": null,
        "retry_in_ms": null,
        "next_attempt_index": null,
        "is_replay": false
    }',
    'without retries the execution ends'
);
select is(
    pg_temp.fail_number(
        2,
        $$p_failure_category => 'smtp'$$,
        '{"retry_policy": {"backoff": {"type": "fixed", "delay_ms": 5000}}}'
    ),
    '{
        "outcome": "retry_scheduled",
        "retry_at": "2030-01-01T12:00:05+00:00",
        "retry_in_ms": 5000,
        "next_attempt_index": 1,
        "is_replay": false
    }',
    'with retries it waits for another attempt'
);
select results_eq(
    $$
        select n, d.public_state, d.failure_reason, d.failure_category, d.retry_count
        from generate_series(1, 2) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    $$,
    $$values (1, 'failed', 'broken', 'transient', 0), (2, 'delayed', 'broken', 'smtp', 1)$$,
    'reason and category are stored'
);
select results_eq(
    $$select kind, outcome, executions from pg_temp.events() where kind <> 'acquired'$$,
    $$values ('completed', 'failed', '{1}'), ('released', 'none', '{2}')$$,
    'the events differ'
);
do $when$ begin perform pg_temp.advance('5 s'); end $when$;
select results_eq(
    $$
        select c.attempt_index, c.attempt_type, c.lease_epoch
        from flowfabric.ff_claim('lane2', 'b', 'b-1') as c
    $$,
    $$values (1, 'retry', 2::bigint)$$,
    'the retry can be claimed'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
