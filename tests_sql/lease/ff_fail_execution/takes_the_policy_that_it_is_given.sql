begin;
select plan(9);
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

-- given a stored policy of one retry after 5 s, or of none; when attempts fail with a policy of
-- their own, or without; then
create temporary table answered as
select
    v.n,
    v.description,
    pg_temp.fail_number(
        v.n,
        v.more,
        case
            when v.has_policy then '{"retry_policy": {
                "max_retries": 1, "backoff": {"type": "fixed", "delay_ms": 5000}
            }}'::jsonb
        end
    ) as answer
from (
    values
    (1, 'p_retry_policy => null', true, 'null means the stored policy'),
    (2, $$p_retry_policy => '{}'$$, true, 'an empty policy allows no retries'),
    (
        3,
        $$p_retry_policy => '{"backoff": {"type": "fixed", "delay_ms": 9000}}'$$,
        true,
        'a given policy replaces the stored one'
    ),
    (4, $$p_retry_policy => '{"max_retries": 0}'$$, true, 'also if it allows none'),
    (
        5, $$p_retry_policy => '{"max_retries": 1}'$$, false,
        'without a stored policy, the given one is used'
    ),
    (
        6,
        $$p_retry_policy => '{
            "max_retries": 1.0, "backoff": {"type": "fixed", "delay_ms": 5000.0}
        }'$$,
        false,
        'numbers may be written as 1.0'
    ),
    (
        7,
        $$p_failure_category => 'smtp', p_retry_policy => '{"retryable_categories": ["http"]}'$$,
        true,
        'a given policy may list categories'
    ),
    (
        8,
        $$p_failure_category => 'http', p_retry_policy => '{
            "retryable_categories": ["http"], "backoff": {"type": "fixed", "delay_ms": 0}
        }'$$,
        true,
        'and a category of the list is retried'
    )
) as v (n, more, has_policy, description);

select
    is(
        concat_ws(' ', a.answer ->> 'outcome', a.answer ->> 'retry_in_ms'),
        e.expected,
        a.description
    )
from answered as a
inner join (
    values
    (1, 'retry_scheduled 5000'),
    (2, 'terminal_failed'),
    (3, 'retry_scheduled 9000'),
    (4, 'terminal_failed'),
    (5, 'retry_scheduled 1000'),
    (6, 'retry_scheduled 5000'),
    (7, 'terminal_failed'),
    (8, 'retry_scheduled 0')
) as e (n, expected) on a.n = e.n
order by a.n;
select is(
    (
        select d.policy
        from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000003') as d
    ),
    '{"retry_policy": {"max_retries": 1, "backoff": {"type": "fixed", "delay_ms": 5000}}}',
    'the stored policy is unchanged'
);

select * from finish();
rollback;
