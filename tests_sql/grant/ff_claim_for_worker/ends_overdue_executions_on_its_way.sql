begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given (1) is past its deadline now, (2) ran into its attempt's timeout and may be retried at
-- once, (3) ran into it for the last time, (4) simply waits
do $given$
begin
    perform pg_temp.submit_number(
        n,
        'lane' || n,
        p_policy => '{
            "timeout_policy": {"attempt_timeout_ms": 1000},
            "retry_policy": {"max_retries": 1, "backoff": {"type": "fixed", "delay_ms": 0}}
        }'
    )
    from unnest(array[2, 3]) as n;
    perform pg_temp.submit_number(1, 'lane1', p_deadline_ms => 2000);
    perform flowfabric.ff_fail(pg_temp.claim('x', p_lane_id => 'lane3'), 'broken');
    perform pg_temp.claim('x', p_lane_id => 'lane' || n) from unnest(array[2, 3]) as n;
    perform pg_temp.advance('2 s');
    perform pg_temp.submit_number(4, 'lane1');
end;
$given$;
select results_eq(
    $$
        select g.execution_id, g.kind
        from generate_series(1, 3) as n
        cross join lateral flowfabric.ff_claim_for_worker('lane' || n, 'a', 'a-1') as g
    $$,
    $$values (pg_temp.id(4), 'claim'), (pg_temp.id(2), 'claim')$$,
    'it grants the next execution that can run, a retry'
);
select results_eq(
    $$
        select n, d.public_state, d.failure_reason, d.retry_count
        from generate_series(1, 4) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    $$,
    $$
        values
        (1, 'expired', 'execution_deadline', 0),
        (2, 'waiting', 'attempt_timeout', 1),
        (3, 'expired', 'attempt_timeout', 1),
        (4, 'waiting', null, 0)
    $$,
    'the overdue executions have ended'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
