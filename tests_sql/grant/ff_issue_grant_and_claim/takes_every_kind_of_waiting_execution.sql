begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given executions that are (1) to be retried, (2) replayed, (3) handed back, (4) delayed until
-- now, (5) fresh, with a grant that has lapsed
do $given$
begin
    perform pg_temp.submit_number(
        n,
        'lane' || n,
        p_delay_ms => case n when 4 then 5000 end,
        p_policy => '{"retry_policy": {"backoff": {"type": "fixed", "delay_ms": 5000}}}'
    )
    from generate_series(1, 5) as n;
    perform flowfabric.ff_fail(pg_temp.claim('x', p_lane_id => 'lane1'), 'broken');
    perform flowfabric.ff_cancel_execution(pg_temp.id(2), 'not needed');
    perform flowfabric.ff_replay_execution(pg_temp.id(2));
    perform flowfabric.ff_delay(pg_temp.claim('x', p_lane_id => 'lane3'), 5000);
    perform pg_temp.grant_key(5);
    perform pg_temp.advance('5 s');
end;
$given$;
select results_eq(
    $$
        select n, c.attempt_type, c.attempt_index, c.lease_epoch, c.lease_remaining_ms
        from generate_series(1, 5) as n
        cross join lateral flowfabric.ff_issue_grant_and_claim(pg_temp.id(n), 'lane' || n) as c
    $$,
    $$
        values
        (1, 'retry', 1, 2::bigint, 30000::bigint),
        (2, 'replay', 0, 1, 30000),
        (3, 'resume', 0, 2, 30000),
        (4, 'initial', 0, 1, 30000),
        (5, 'initial', 0, 1, 30000)
    $$,
    'the operator holds it; the lease lasts 30 s by default'
);
select is_empty(
    'select * from flowfabric.ff_claim_grant',
    'no grant is left, not even the lapsed one'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
