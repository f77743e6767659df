begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given executions that (1) wait, (2) are delayed, (3) wait for a retry, (4) were delayed by their
-- holder, (5) are held, (6) lapsed, (7) were revoked
do $given$
begin
    perform pg_temp.submit_number(
        n,
        'lane' || n,
        p_delay_ms => case n when 2 then 60000 end,
        p_policy => case n when 3 then '{"retry_policy": {"max_retries": 1}}' end::jsonb
    )
    from generate_series(1, 7) as n;
    perform flowfabric.ff_fail(pg_temp.claim('a', p_lane_id => 'lane3'), 'broken');
    perform flowfabric.ff_delay(pg_temp.claim('a', p_lane_id => 'lane4'), 60000);
    perform pg_temp.claim('a', case n when 6 then 10000 else 30000 end, 'lane' || n)
    from generate_series(5, 7) as n;
    perform flowfabric.ff_revoke_lease(pg_temp.id(7));
    perform pg_temp.advance('10 s');
end;
$given$;

-- when an operator cancels them; then
select results_eq(
    $$
        select to_jsonb(c)
        from generate_series(1, 7) as n
        cross join lateral flowfabric.ff_cancel_execution(
            pg_temp.id(n), 'not needed', p_actor => 'ada'
        ) as c
    $$,
    $$
        select jsonb_build_object(
            'execution_id', pg_temp.id(n),
            'outcome', 'cancelled',
            'public_state', 'cancelled',
            'previous_phase', case when n <= 4 then 'runnable' else 'active' end,
            'cancellation_reason', 'not needed',
            'is_replay', false
        )
        from generate_series(1, 7) as n
    $$,
    'they are cancelled, and the results name their former states'
);
select results_eq(
    $$
        select
            n, d.lifecycle_phase, d.ownership_state, d.eligibility_state, d.blocking_reason,
            d.terminal_outcome, d.attempt_state, d.lease_epoch
        from generate_series(1, 7) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    $$,
    $$
        select
            x.n, 'terminal', 'unowned', 'not_applicable', 'none', 'cancelled', x.attempt_state,
            x.lease_epoch
        from (
            values
            (1, 'pending_first_attempt', 0::bigint),
            (2, 'pending_first_attempt', 0),
            (3, 'attempt_terminal', 1),
            (4, 'attempt_terminal', 1),
            (5, 'attempt_terminal', 2),
            (6, 'attempt_terminal', 2),
            (7, 'attempt_terminal', 2)
        ) as x (n, attempt_state, lease_epoch)
    $$,
    'they are terminal; where there was a holder, the epoch has grown'
);
select results_eq(
    $$
        select distinct
            d.public_state, d.cancellation_reason, d.cancelled_by, d.terminal_at, d.claimable_at
        from generate_series(1, 7) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    $$,
    $$
        values (
            'cancelled', 'not needed', 'operator_override',
            '2030-01-01 12:00:10+00'::timestamptz, null::timestamptz
        )
    $$,
    'reason, caller and time are stored'
);
select results_eq(
    $$
        select n, a.attempt_index, a.outcome
        from generate_series(1, 7) as n
        cross join lateral flowfabric.ff_list_attempts(pg_temp.id(n)) as a
    $$,
    $$
        values
        (3, 0, 'ended_failure'),
        (4, 0, 'ended_cancelled'),
        (5, 0, 'ended_cancelled'),
        (6, 0, 'ended_cancelled'),
        (7, 0, 'ended_cancelled')
    $$,
    'attempts that had not ended were cancelled'
);
do $when$ begin perform pg_temp.advance('1 day'); end $when$;
select is_empty(
    $$
        select c.execution_id
        from generate_series(1, 7) as n
        cross join lateral flowfabric.ff_claim('lane' || n, 'b', 'b-1') as c
    $$,
    'no claim gets them any more'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
