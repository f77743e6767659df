begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given (1) a cap of 1 in the policy, which is reached, (2) a cap of 0 as an argument, (3) a cap of
-- 5 in the policy and a larger one as an argument, which is not reached
do $given$
begin
    perform pg_temp.submit_number(1, 'lane1', p_policy => '{"max_reclaim_count": 1}');
    perform pg_temp.submit_number(2, 'lane2');
    perform pg_temp.submit_number(3, 'lane3', p_policy => '{"max_reclaim_count": 5}');
    perform pg_temp.claim('x', 1000, 'lane' || n) from generate_series(1, 3) as n;
    perform pg_temp.advance('1 s');
    perform pg_temp.claim('y', 1000, 'lane1');
    perform pg_temp.advance('1 s');
end;
$given$;
create temporary table granted as
select
    n,
    pg_temp.reclaim_key(n) as grant_key
from generate_series(1, 3) as n;
create temporary table redeemed as
select
    g.n,
    r.answer
from granted as g
cross join lateral pg_temp.redeem(
    'ff_reclaim_execution', g.n, g.grant_key, 'a',
    case g.n
        when 2 then 'p_max_reclaim_count => 0'
        when 3 then 'p_max_reclaim_count => 2147483647'
    end
) as r (answer);
select results_eq(
    $$
        select
            n, answer ->> 'outcome', (answer ->> 'reclaim_count')::integer,
            answer ->> 'handle' is null, answer ->> 'execution_id'
        from redeemed
        order by n
    $$,
    $$
        values
        (1, 'reclaim_cap_exceeded', 2, true, pg_temp.id(1)::text),
        (2, 'reclaim_cap_exceeded', 1, true, pg_temp.id(2)::text),
        (3, 'claimed', 1, false, pg_temp.id(3)::text)
    $$,
    'the takeover past the cap is refused, and counted'
);
select results_eq(
    $$
        select
            n, d.lifecycle_phase, d.public_state, d.attempt_state, d.ownership_state,
            d.failure_reason, d.failure_category, d.lease_reclaim_count, d.claimable_at
        from generate_series(1, 2) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    $$,
    $$
        values
        (
            1, 'terminal', 'failed', 'attempt_terminal', 'unowned',
            'max_reclaims_exceeded', 'infra_crash', 2, null::timestamptz
        ),
        (
            2, 'terminal', 'failed', 'attempt_terminal', 'unowned',
            'max_reclaims_exceeded', 'infra_crash', 1, null
        )
    $$,
    'the execution has failed'
);
select results_eq(
    $$
        select n, a.attempt_index, a.outcome
        from generate_series(1, 2) as n
        cross join lateral flowfabric.ff_list_attempts(pg_temp.id(n)) as a
    $$,
    $$
        values
        (1, 0, 'interrupted_reclaimed'),
        (1, 1, 'interrupted_reclaimed'),
        (2, 0, 'interrupted_reclaimed')
    $$,
    'its last attempt was interrupted'
);
select results_eq(
    $$
        select pg_temp.number(v.execution_id), v.outcome::text
        from flowfabric.ff_event_item as v
        where v.kind = 'completed'
        order by pg_temp.number(v.execution_id)
    $$,
    $$values (1, 'failed'), (2, 'failed')$$,
    'each end has one completion event'
);
select is_empty('select * from flowfabric.ff_claim_grant', 'the grants are consumed');
select is(
    (
        select pg_temp.verdict('ff_reclaim_execution', 1, g.grant_key) from granted as g
        where g.n = 1
    ),
    'grant_not_found',
    'a second redemption changes nothing'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
