begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/typed_calls.sql

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

-- given a policy of one retry and of attempts of 60 s; when an attempt fails with a policy for the
-- next; then
select is(
    pg_temp.fail_number(
        1,
        $$p_next_attempt_policy => '{
            "timeout_policy": {"attempt_timeout_ms": 5000.0},
            "retry_policy": {"max_retries": 5, "backoff": {"type": "fixed", "delay_ms": 0}}
        }'$$,
        '{
            "timeout_policy": {"attempt_timeout_ms": 60000},
            "retry_policy": {"max_retries": 1, "backoff": {"type": "fixed", "delay_ms": 1000}},
            "max_reclaim_count": 7
        }'
    ) -> 'retry_in_ms',
    '1000',
    'the former policy decides about this failure'
);
select is(
    (
        select d.policy
        from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000001') as d
    ),
    '{
        "timeout_policy": {"attempt_timeout_ms": 5000.0},
        "retry_policy": {"max_retries": 5, "backoff": {"type": "fixed", "delay_ms": 0}},
        "max_reclaim_count": 7
    }',
    'the keys of the new policy replace those of the stored one'
);
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
create temporary table retried as
select c.* from flowfabric.ff_claim('lane1', 'b', 'b-1') as c;
select results_eq(
    'select attempt_index, lease_remaining_ms from retried',
    'values (1, 5000::bigint)',
    'the next attempt has the timeout of the new policy'
);
select results_eq(
    $$
        select f.outcome, f.retry_in_ms
        from retried as r
        cross join lateral flowfabric.ff_fail(r.handle, 'broken') as f
    $$,
    $$values ('retry_scheduled', 0::bigint)$$,
    'the new policy decides about its failure'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
