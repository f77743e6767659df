begin;
select plan(14);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/typed_calls.sql

select pg_temp.lease('a') as handle
\gset
select pg_temp.stored() as before
\gset

-- when an argument of a failure is bad; then
select
    is(
        pg_temp.refusal(pg_temp.typed_call(
            'ff_fail_execution',
            :'handle',
            case
                when b.arguments like 'p_failure_reason%' then b.arguments
                else $$p_failure_reason => 'broken', $$ || b.arguments
            end
        )),
        b.refusal,
        b.arguments
    )
from (
    values
    ('p_failure_reason => null', '22004 p_failure_reason'),
    ($$p_failure_reason => ''$$, '22023 p_failure_reason'),
    ($$p_failure_reason => repeat('x', 65537)$$, '22023 p_failure_reason'),
    ($$p_failure_category => ''$$, '22023 p_failure_category'),
    ($$p_failure_category => repeat('x', 257)$$, '22023 p_failure_category'),
    ($$p_retry_policy => '[]'$$, '22023 p_retry_policy'),
    ($$p_retry_policy => 'null'$$, '22023 p_retry_policy'),
    ($$p_retry_policy => '{"retries": 1}'$$, '22023 p_retry_policy'),
    ($$p_retry_policy => '{"max_retries": 1.5}'$$, '22023 p_retry_policy'),
    ($$p_retry_policy => '{"max_retries": -1}'$$, '22023 p_retry_policy'),
    ($$p_next_attempt_policy => '[]'$$, '22023 p_next_attempt_policy'),
    ($$p_next_attempt_policy => '{"retries": 1}'$$, '22023 p_next_attempt_policy'),
    (
        $$p_next_attempt_policy => '{"timeout_policy": {"attempt_timeout_ms": 0}}'$$,
        '22023 p_next_attempt_policy'
    )
) as b (arguments, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
