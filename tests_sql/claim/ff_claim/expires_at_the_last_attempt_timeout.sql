begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/no_retries.sql

-- given attempts of 10 s and: no retries, retries used up, retries for other failures, retries for
-- timeouts, and a timeout that only the claim asked for; when all of them take longer; then
do $given$
begin
    perform pg_temp.submit_number(
        1, p_policy => '{"timeout_policy": {"attempt_timeout_ms": 10000}}'
    );
    perform pg_temp.submit_number(2, p_policy => '{
        "retry_policy": {"max_retries": 0}, "timeout_policy": {"attempt_timeout_ms": 10000}
    }');
    perform pg_temp.submit_number(3, p_policy => '{
        "retry_policy": {"retryable_categories": ["transient"]},
        "timeout_policy": {"attempt_timeout_ms": 10000}
    }');
    perform pg_temp.submit_number(4, p_policy => '{
        "retry_policy": {"retryable_categories": ["timeout"]},
        "timeout_policy": {"attempt_timeout_ms": 10000}
    }');
    perform pg_temp.submit_number(5);
    perform flowfabric.ff_claim('lane', 'a', 'a-1', p_attempt_timeout_ms => 10000)
    from generate_series(1, 5);
    perform pg_temp.advance('10 s');
end;
$given$;

select is_empty(
    $$select * from flowfabric.ff_claim('lane', 'b', 'b-1')$$,
    'no execution is taken over'
);
select results_eq(
    $$
        select n, d.public_state, d.terminal_outcome, d.failure_reason, d.lease_reclaim_count
        from generate_series(1, 5) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    $$,
    $$
        values
        (1, 'expired', 'expired', 'attempt_timeout', 0),
        (2, 'expired', 'expired', 'attempt_timeout', 0),
        (3, 'expired', 'expired', 'attempt_timeout', 0),
        (4, 'delayed', 'none', 'attempt_timeout', 0),
        (5, 'expired', 'expired', 'attempt_timeout', 0)
    $$,
    'executions without a retry end expired'
);
select results_eq(
    'select * from pg_temp.events() where kind = $$completed$$ order by executions',
    $$
        values
        ('completed', 'expired', '{1}', '{1}', 'a'),
        ('completed', 'expired', '{2}', '{1}', 'a'),
        ('completed', 'expired', '{3}', '{1}', 'a'),
        ('completed', 'expired', '{5}', '{1}', 'a')
    $$,
    'each has one completion event'
);
select results_eq(
    $$
        select executions from pg_temp.events() where kind = 'expired' order by executions
    $$,
    $$values ('{1}'), ('{2}'), ('{3}'), ('{4}'), ('{5}')$$,
    'each has one expired lease'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
