begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given executions with a deadline in 10 s that (1) wait, (2) are delayed beyond it, (3) are held,
-- (4) wait for a retry, (5) were delayed by their holder, (6) were revoked, (7) are in a lane that
-- is paused; (8) with a deadline a millisecond later; (9) that has ended
do $given$
begin
    perform pg_temp.submit_number(
        n,
        'lane' || n,
        p_delay_ms => case n when 2 then 60000 end,
        p_deadline_ms => case n when 8 then 10001 else 10000 end,
        p_policy => case n when 4 then '{"retry_policy": {"max_retries": 1}}' end::jsonb
    )
    from generate_series(1, 9) as n;
    perform pg_temp.claim('a', p_lane_id => 'lane' || n) from unnest(array[3, 6]) as n;
    perform flowfabric.ff_fail(pg_temp.claim('a', p_lane_id => 'lane4'), 'broken');
    perform flowfabric.ff_delay(pg_temp.claim('a', p_lane_id => 'lane5'), 60000);
    perform flowfabric.ff_revoke_lease(pg_temp.id(6));
    perform flowfabric.ff_set_lane_state('lane7', 'paused');
    perform flowfabric.ff_complete(pg_temp.claim('a', p_lane_id => 'lane9'));
    perform pg_temp.advance('9999999 us');
end;
$given$;
select is(
    (
        select t.processed from flowfabric.ff_tick() as t
        where t.job = 'deadlines'
    ),
    0::bigint,
    'a microsecond earlier nothing is done'
);
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select results_eq(
    $$select processed, errors, more from flowfabric.ff_tick() where job = 'deadlines'$$,
    'values (7::bigint, 0::bigint, false)',
    'at the deadline they end'
);
select results_eq(
    $$
        select n, d.public_state, d.failure_reason, d.attempt_state
        from generate_series(1, 9) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    $$,
    $$
        values
        (1, 'expired', 'execution_deadline', 'pending_first_attempt'),
        (2, 'expired', 'execution_deadline', 'pending_first_attempt'),
        (3, 'expired', 'execution_deadline', 'attempt_terminal'),
        (4, 'expired', 'execution_deadline', 'attempt_terminal'),
        (5, 'expired', 'execution_deadline', 'attempt_terminal'),
        (6, 'expired', 'execution_deadline', 'attempt_terminal'),
        (7, 'expired', 'execution_deadline', 'pending_first_attempt'),
        (8, 'waiting', null, 'pending_first_attempt'),
        (9, 'completed', null, 'attempt_terminal')
    $$,
    'they have expired, in whatever state they were'
);
select results_eq(
    $$
        select executions, count(*)
        from pg_temp.events()
        where kind = 'completed' and outcome = 'expired'
        group by executions
        order by executions
    $$,
    $$select format('{%s}', n), 1::bigint from generate_series(1, 7) as n$$,
    'each has one completion event'
);
select is(
    (
        select sum(t.processed) from flowfabric.ff_tick() as t
        where t.job in ('deadlines', 'lapses')
    ),
    0::numeric,
    'the next tick finds nothing'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
