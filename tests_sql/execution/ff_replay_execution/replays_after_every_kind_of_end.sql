begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/no_retries.sql

-- given executions that (1) were completed, (2) failed, (3) were cancelled before an attempt, (4)
-- were cancelled by an operator while held, (5) expired before an attempt, (6) hit the cap of
-- takeovers; when they are replayed and claimed; then
do $given$
begin
    perform pg_temp.submit_number(
        n,
        'lane' || n,
        p_deadline_ms => case n when 5 then 1000 end,
        p_policy => case n when 6 then '{"max_reclaim_count": 0}' end::jsonb
    )
    from generate_series(1, 6) as n;
    perform flowfabric.ff_complete(pg_temp.claim('a', p_lane_id => 'lane1'), '1');
    perform flowfabric.ff_fail(pg_temp.claim('a', p_lane_id => 'lane2'), 'broken');
    perform flowfabric.ff_cancel_execution(pg_temp.id(3), 'not needed');
    perform pg_temp.claim('a', p_lane_id => 'lane4');
    perform flowfabric.ff_cancel_execution(pg_temp.id(4), 'not needed');
    perform pg_temp.claim('a', 1000, 'lane6');
    perform pg_temp.advance('1 s');
    perform pg_temp.claim('b', p_lane_id => 'lane' || n) from unnest(array[5, 6]) as n;
end;
$given$;
select results_eq(
    $$
        select n, d.public_state, r.public_state, r.replay_count
        from generate_series(1, 6) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
        cross join lateral flowfabric.ff_replay_execution(d.execution_id) as r
    $$,
    $$
        values
        (1, 'completed', 'waiting', 1), (2, 'failed', 'waiting', 1), (3, 'cancelled', 'waiting', 1),
        (4, 'cancelled', 'waiting', 1), (5, 'expired', 'waiting', 1), (6, 'failed', 'waiting', 1)
    $$,
    'they wait for a worker'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
create temporary table cleared as
select d.*
from generate_series(1, 6) as n
cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d;
select is_empty(
    $$
        select execution_id
        from cleared
        where
            terminal_outcome <> 'none' or terminal_at is not null or failure_reason is not null
            or failure_category is not null or cancellation_reason is not null
            or cancelled_by is not null or retry_count <> 0 or lease_reclaim_count <> 0
            or progress_percent is not null or deadline_at is not null
    $$,
    'their rows show nothing of the former end'
);
select is_empty(
    $$
        select n, r.*
        from generate_series(1, 6) as n
        cross join lateral flowfabric.ff_get_execution_result(pg_temp.id(n)) as r
    $$,
    'they have no result'
);
select results_eq(
    $$
        select n, c.attempt_index, c.attempt_type, c.lease_epoch
        from generate_series(1, 6) as n
        cross join lateral flowfabric.ff_claim('lane' || n, 'b', 'b-1') as c
    $$,
    $$
        values
        (1, 1, 'replay', 2::bigint), (2, 1, 'replay', 2), (3, 0, 'replay', 1),
        (4, 1, 'replay', 3), (5, 0, 'replay', 1), (6, 1, 'replay', 2)
    $$,
    'the next attempt is a replay'
);
select results_eq(
    $$
        select n, a.attempt_index, a.attempt_type, a.outcome
        from generate_series(1, 6) as n
        cross join lateral flowfabric.ff_list_attempts(pg_temp.id(n)) as a
    $$,
    $$
        values
        (1, 0, 'initial', 'ended_success'), (1, 1, 'replay', null),
        (2, 0, 'initial', 'ended_failure'), (2, 1, 'replay', null),
        (3, 0, 'replay', null),
        (4, 0, 'initial', 'ended_cancelled'), (4, 1, 'replay', null),
        (5, 0, 'replay', null),
        (6, 0, 'initial', 'interrupted_reclaimed'), (6, 1, 'replay', null)
    $$,
    'the former attempts stay listed'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants still hold');

select * from finish();
rollback;
