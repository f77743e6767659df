begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given executions that are (1) fresh, (2) to be retried, (3) replayed, (4) handed back, (5)
-- delayed and due now, (6) handed back for a time that has just ended, (7) held with a lease that
-- lapses now, (8) revoked
do $given$
begin
    perform pg_temp.submit_number(
        n,
        'lane' || n,
        p_delay_ms => case n when 5 then 10000 end,
        p_policy => '{"retry_policy": {"backoff": {"type": "fixed", "delay_ms": 10000}}}'
    )
    from generate_series(1, 8) as n;
    perform flowfabric.ff_fail(pg_temp.claim('x', p_lane_id => 'lane2'), 'broken');
    perform flowfabric.ff_complete(pg_temp.claim('x', p_lane_id => 'lane3'));
    perform flowfabric.ff_replay_execution(pg_temp.id(3));
    perform flowfabric.ff_delay(pg_temp.claim('x', p_lane_id => 'lane4'), 0);
    perform flowfabric.ff_delay(pg_temp.claim('x', p_lane_id => 'lane6'), 10000);
    perform pg_temp.claim('x', 10000, 'lane7');
    perform pg_temp.claim('x', 30000, 'lane8');
    perform flowfabric.ff_revoke_lease(pg_temp.id(8));
end;
$given$;
do $when$ begin perform pg_temp.advance('9999999 us'); end $when$;
select is_empty(
    $$
        select n
        from unnest(array[2, 5, 6, 7]) as n
        cross join lateral flowfabric.ff_claim_for_worker('lane' || n, 'a', 'a-1')
    $$,
    'a microsecond earlier there is nothing'
);
do $when$ begin perform pg_temp.advance('1 us'); end $when$;

create temporary table granted as
select
    i.n,
    g.*
from generate_series(1, 8) as i (n)
cross join lateral flowfabric.ff_claim_for_worker('lane' || i.n, 'a', 'a-1') as g;
select results_eq(
    'select n, kind from granted order by n',
    $$
        values
        (1, 'claim'), (2, 'claim'), (3, 'claim'), (4, 'resume'),
        (5, 'claim'), (6, 'resume'), (7, 'reclaim'), (8, 'reclaim')
    $$,
    'the grant names its kind'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
select results_eq(
    $$
        select
            g.n,
            r.answer ->> 'attempt_type',
            (r.answer ->> 'attempt_index')::integer,
            (r.answer ->> 'lease_epoch')::integer
        from granted as g
        cross join lateral pg_temp.redeem(
            case g.kind
                when 'claim' then 'ff_claim_execution'
                when 'resume' then 'ff_claim_resumed_execution'
                else 'ff_reclaim_execution'
            end,
            g.n,
            g.grant_key
        ) as r (answer)
        order by g.n
    $$,
    $$
        values
        (1, 'initial', 0, 1), (2, 'retry', 1, 2), (3, 'replay', 1, 2), (4, 'resume', 0, 2),
        (5, 'initial', 0, 1), (6, 'resume', 0, 2), (7, 'reclaim', 1, 2), (8, 'reclaim', 1, 2)
    $$,
    'each is redeemed by the function for its kind'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants still hold');

select * from finish();
rollback;
