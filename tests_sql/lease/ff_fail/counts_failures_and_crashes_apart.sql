begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given one retry and one reclaim are allowed; when an execution crashes and then fails twice; then
do $given$
begin
    perform pg_temp.submit_number(1, p_policy => '{
        "retry_policy": {"max_retries": 1, "backoff": {"type": "fixed", "delay_ms": 0}},
        "max_reclaim_count": 1
    }');
    perform pg_temp.claim('a');
    perform pg_temp.advance('30 s');
end;
$given$;

select is(
    (flowfabric.ff_fail(pg_temp.claim('b'), 'broken')).outcome,
    'retry_scheduled',
    'a crash is not counted as a retry'
);
select is(
    (flowfabric.ff_fail(pg_temp.claim('c'), 'broken')).outcome, 'terminal_failed', 'a failure is'
);
select results_eq(
    $$
        select attempt_index, attempt_type, outcome
        from flowfabric.ff_list_attempts('00000000-0000-7000-8000-000000000001')
    $$,
    $$
        values
        (0, 'initial', 'interrupted_reclaimed'), (1, 'reclaim', 'ended_failure'),
        (2, 'retry', 'ended_failure')
    $$,
    'the list of attempts shows all of them'
);

select * from finish();
rollback;
