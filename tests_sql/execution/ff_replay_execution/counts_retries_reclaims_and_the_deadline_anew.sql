begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given a policy of one retry, one takeover and a deadline of a minute; when all of it is used up,
-- and the execution is replayed an hour later; then
do $given$
begin
    perform pg_temp.submit_number(1, p_policy => '{
        "retry_policy": {"max_retries": 1, "backoff": {"type": "fixed", "delay_ms": 0}},
        "timeout_policy": {"execution_deadline_ms": 60000.0},
        "max_reclaim_count": 1
    }');
    perform pg_temp.claim('a', 1000);
    perform pg_temp.advance('1 s');
    perform flowfabric.ff_fail(pg_temp.claim('b'), 'broken');
    perform flowfabric.ff_fail(pg_temp.claim('c'), 'broken');
    perform pg_temp.advance('1 hour');
    perform flowfabric.ff_replay_execution(pg_temp.id(1));
end;
$given$;
select results_eq(
    $$
        select retry_count, lease_reclaim_count, replay_count, total_attempt_count, deadline_at
        from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000001')
    $$,
    $$values (0, 0, 1, 3, '2030-01-01 13:01:01+00'::timestamptz)$$,
    'retries and takeovers begin at 0, the deadline is a minute from now'
);
select is(
    (flowfabric.ff_fail(pg_temp.claim('a'), 'broken')).outcome, 'retry_scheduled',
    'one retry is made'
);
do $when$ begin perform pg_temp.claim('a', 1000); perform pg_temp.advance('1 s'); end $when$;
select isnt(pg_temp.claim('b', 600000), null, 'one takeover is made');
do $when$ begin perform pg_temp.advance('59 s'); end $when$;
select is(pg_temp.claim('c'), null, 'then the deadline ends it');
select results_eq(
    $$
        select public_state, failure_reason, total_attempt_count, retry_count, lease_reclaim_count
        from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000001')
    $$,
    $$values ('expired', 'execution_deadline', 6, 1, 1)$$,
    'each counts as in the first run'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
