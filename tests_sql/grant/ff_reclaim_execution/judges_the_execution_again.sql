begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given reclaim grants; when (1) is cancelled, (2) is cancelled and replayed, (3) passes its
-- deadline, (4) is in a lane that was paused, (5) has a live lease again, (6) is completed; then
-- the redemption names the reason
do $given$
begin
    perform pg_temp.submit_number(
        n, 'lane' || n, p_deadline_ms => case n when 3 then 3000 end
    )
    from generate_series(1, 6) as n;
    perform pg_temp.claim('x', 1000, 'lane' || n) from generate_series(1, 6) as n;
    perform pg_temp.advance('1 s');
end;
$given$;
create temporary table granted as
select
    n,
    pg_temp.reclaim_key(n, p_grant_ttl_ms => 60000) as grant_key
from generate_series(1, 6) as n;
do $when$
begin
    perform flowfabric.ff_cancel_execution(pg_temp.id(1), 'not needed');
    perform flowfabric.ff_cancel_execution(pg_temp.id(2), 'not needed');
    perform flowfabric.ff_replay_execution(pg_temp.id(2));
    perform flowfabric.ff_set_lane_state('lane4', 'paused');
    -- by hand: no call can do that, for a lease that lapsed is not renewed
    update flowfabric.ff_exec_core
    set lease_expires_at = '2030-01-01 12:00:30+00'
    where pg_temp.number(execution_id) in (5, 6);
    perform flowfabric.ff_complete(
        flowfabric._format_handle(e.execution_id, e.lease_id, e.lease_epoch, 30000)
    )
    from flowfabric.ff_exec_core as e
    where pg_temp.number(e.execution_id) = 6;
    perform pg_temp.advance('1999999 us');
end;
$when$;
select pg_temp.stored() as before
\gset
select
    is(
        concat_ws(' ', r.answer ->> 'outcome', r.answer ->> 'detail'),
        'not_reclaimable ' || c.detail,
        c.detail
    )
from (
    values
    (1, 'the execution is cancelled'),
    (2, 'the execution is waiting'),
    (4, 'its lane is paused'),
    (5, 'its lease is live'),
    (6, 'the execution is completed')
) as c (n, detail)
inner join granted as g on c.n = g.n
cross join lateral pg_temp.redeem('ff_reclaim_execution', c.n, g.grant_key) as r (answer);
select is(pg_temp.stored(), :'before', 'nothing was written');
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select is(
    (
        select pg_temp.verdict('ff_reclaim_execution', 3, g.grant_key) from granted as g
        where g.n = 3
    ),
    'grant_not_found',
    'a grant does not outlive the deadline'
);
do $when$ begin perform flowfabric.ff_set_lane_state('lane4', 'active'); end $when$;
select is(
    (
        select pg_temp.verdict('ff_reclaim_execution', 4, g.grant_key) from granted as g
        where g.n = 4
    ),
    'claimed',
    'no grant was consumed: when the lane opens in time, it is redeemed'
);

select * from finish();
rollback;
