begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given executions that are (1) waiting, (2) delayed, (3) held, (4) handed back, (5) completed,
-- (6) past their deadline, (7) out of their attempt's time, (8) revoked, and past their deadline,
-- (9) lapsed in a lane that is paused, (10) lapsed in one that drains; then
do $given$
begin
    perform pg_temp.submit_number(
        n,
        'lane' || n,
        p_delay_ms => case n when 2 then 60000 end,
        p_deadline_ms => case when n in (6, 8) then 1000 end,
        p_policy => case n when 7 then '{"timeout_policy": {"attempt_timeout_ms": 1000}}'::jsonb end
    )
    from generate_series(1, 10) as n;
    perform pg_temp.claim('x', 30000, 'lane' || n) from unnest(array[3, 6, 7, 8]) as n;
    perform flowfabric.ff_delay(pg_temp.claim('x', p_lane_id => 'lane4'), 0);
    perform flowfabric.ff_complete(pg_temp.claim('x', p_lane_id => 'lane5'));
    perform flowfabric.ff_revoke_lease(pg_temp.id(8));
    perform pg_temp.claim('x', 1000, 'lane' || n) from unnest(array[9, 10]) as n;
    perform flowfabric.ff_set_lane_state('lane9', 'paused');
    perform flowfabric.ff_set_lane_state('lane10', 'draining');
    perform pg_temp.advance('1 s');
end;
$given$;
select pg_temp.stored() as before
\gset
select results_eq(
    $$
        select n, g.outcome, g.detail, g.execution_id, g.lane_id, g.reclaim_count, g.grant_key
        from generate_series(1, 9) as n
        cross join lateral flowfabric.ff_issue_reclaim_grant(pg_temp.id(n), 'a', 'a-1') as g
    $$,
    $$
        select v.n, 'not_reclaimable', v.detail, pg_temp.id(v.n), 'lane' || v.n, 0, null
        from (
            values
            (1, 'the execution is waiting'),
            (2, 'the execution is delayed'),
            (3, 'its lease is live'),
            (4, 'the execution is waiting'),
            (5, 'the execution is completed'),
            (6, 'its deadline has passed'),
            (7, 'its attempt ran out of time'),
            (8, 'its deadline has passed'),
            (9, 'its lane is paused')
        ) as v (n, detail)
    $$,
    'each refusal gives its reason'
);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(
    (flowfabric.ff_issue_reclaim_grant(pg_temp.id(10), 'a', 'a-1')).outcome,
    'granted',
    'in a draining lane a grant is issued'
);

select * from finish();
rollback;
