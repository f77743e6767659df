begin;
select plan(10);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given executions that are (1) fresh, with a claim grant, (2) resumed already, (3) lapsed since,
-- (4) cancelled since, (5) in a lane that was paused since, (6) handed back for a time, (7) waiting
-- for a retry
do $given$
begin
    perform pg_temp.submit_number(
        n, 'lane' || n, p_policy => '{"retry_policy": {"backoff": {"type": "fixed", "delay_ms": 0}}}'
    )
    from generate_series(1, 7) as n;
    perform flowfabric.ff_delay(pg_temp.claim('x', p_lane_id => 'lane' || n), 0)
    from generate_series(2, 5) as n;
    perform flowfabric.ff_delay(pg_temp.claim('x', p_lane_id => 'lane6'), 1);
    perform flowfabric.ff_fail(pg_temp.claim('x', p_lane_id => 'lane7'), 'broken');
end;
$given$;
create temporary table granted as
select
    n,
    pg_temp.grant_key(n) as grant_key
from unnest(array[1, 2, 3, 4, 5, 7]) as n;
do $given$
begin
    perform pg_temp.redeem('ff_claim_resumed_execution', g.n, g.grant_key)
    from granted as g
    where g.n = 2;
    perform pg_temp.redeem('ff_claim_resumed_execution', g.n, g.grant_key, 'a', 'p_lease_ttl_ms => 1')
    from granted as g
    where g.n = 3;
    perform flowfabric.ff_cancel_execution(pg_temp.id(4), 'not needed');
    perform flowfabric.ff_set_lane_state('lane5', 'paused');
end;
$given$;
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.verdict('ff_claim_resumed_execution', s.n, coalesce(g.grant_key, 'key')),
        s.verdict,
        s.description
    )
from (
    values
    (1, 'ZF309 not_a_resumed_execution', 'fresh'),
    (2, 'ZF306 lease_conflict', 'resumed already'),
    (3, 'ZF306 lease_conflict', 'resumed, at the end of that lease'),
    (4, 'ZF305 execution_not_leaseable', 'cancelled'),
    (5, 'ZF305 execution_not_leaseable', 'in a closed lane'),
    (6, 'ZF305 execution_not_leaseable', 'handed back for a time'),
    (7, 'ZF309 not_a_resumed_execution', 'waiting for a retry'),
    (9, 'ZF201 execution_not_found', 'unknown')
) as s (n, verdict, description)
left join granted as g on s.n = g.n;
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(
    (
        select pg_temp.verdict('ff_claim_execution', 1, g.grant_key) from granted as g
        where g.n = 1
    ),
    'initial',
    'ff_claim_execution redeems the claim grant'
);

select * from finish();
rollback;
