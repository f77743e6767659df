begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given executions that wait (1) for the first time, (2) after their delay, (3) for a retry, (4)
-- for a replay, (5) to be resumed
do $given$
begin
    perform pg_temp.submit_number(
        n,
        'lane' || n,
        p_required_capabilities => '{gpu}',
        p_delay_ms => case n when 2 then 1000 end,
        p_policy => '{
            "retry_policy": {"max_retries": 1, "backoff": {"type": "fixed", "delay_ms": 1000}}
        }'
    )
    from generate_series(1, 5) as n;
    perform flowfabric.ff_fail(c.handle, 'broken') from flowfabric.ff_claim('lane3', 'a', 'a-1', '{gpu}') as c;
    perform flowfabric.ff_cancel_execution(pg_temp.id(4), 'not needed');
    perform flowfabric.ff_replay_execution(pg_temp.id(4));
    perform flowfabric.ff_delay(c.handle, 1000) from flowfabric.ff_claim('lane5', 'a', 'a-1', '{gpu}') as c;
    perform pg_temp.advance('1 s');
end;
$given$;
select results_eq(
    $$
        select n, p.old_priority, p.new_priority
        from generate_series(1, 5) as n
        cross join lateral flowfabric.ff_change_priority(pg_temp.id(n), 9000) as p
    $$,
    'select n, 0, 9000 from generate_series(1, 5) as n',
    'all of them get another priority'
);
select is_empty(
    $$
        select c.execution_id
        from generate_series(1, 5) as n
        cross join lateral flowfabric.ff_claim('lane' || n, 'b', 'b-1') as c
    $$,
    'they keep their lane and the capabilities that they require'
);
select results_eq(
    $$
        select n, c.attempt_type, c.attempt_index
        from generate_series(1, 5) as n
        cross join lateral flowfabric.ff_claim('lane' || n, 'b', 'b-1', '{gpu}') as c
    $$,
    $$
        values
        (1, 'initial', 0), (2, 'initial', 0), (3, 'retry', 1), (4, 'replay', 0), (5, 'resume', 0)
    $$,
    'they keep their states'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
