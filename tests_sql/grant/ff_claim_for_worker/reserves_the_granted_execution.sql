begin;
select plan(12);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given a grant of 5 s on (1) a fresh execution, (2) one whose delay has ended, (3) one whose lease
-- lapsed
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n, p_delay_ms => case n when 2 then 1000 end)
    from generate_series(1, 3) as n;
    perform pg_temp.claim('x', 1000, 'lane3');
    perform pg_temp.advance('1 s');
end;
$given$;
create temporary table granted as
select
    i.n,
    g.kind,
    g.grant_key
from generate_series(1, 3) as i (n)
cross join lateral flowfabric.ff_claim_for_worker('lane' || i.n, 'a', 'a-1') as g;
select results_eq(
    'select n, kind from granted',
    $$values (1, 'claim'), (2, 'claim'), (3, 'reclaim')$$,
    'given three grants'
);

do $when$ begin perform pg_temp.advance('4999999 us'); end $when$;
select is_empty(
    $$
        select n
        from generate_series(1, 3) as n
        cross join lateral flowfabric.ff_claim('lane' || n, 'b', 'b-1')
    $$,
    'a microsecond before it lapses no claim takes it'
);
select is_empty(
    $$
        select n
        from generate_series(1, 3) as n
        cross join lateral flowfabric.ff_claim_batch('lane' || n, 'b', 'b-1', 10)
    $$,
    'a batch of claims does not take it, either'
);
select is_empty(
    $$
        select n
        from generate_series(1, 3) as n
        cross join lateral flowfabric.ff_claim_for_worker('lane' || n, 'b', 'b-1')
    $$,
    'it is not granted again'
);
select results_eq(
    $$
        select
            n,
            d.public_state,
            d.ownership_state,
            d.eligibility_state,
            d.claimable_at,
            d.claimable_in_ms,
            flowfabric.ff_read_execution_state(pg_temp.id(n)),
            l.public_state,
            flowfabric.ff_next_due_in_ms('lane' || n)
        from generate_series(1, 3) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
        cross join lateral flowfabric.ff_list_executions(jsonb_build_object('lane_id', 'lane' || n)) as l
    $$,
    $$
        select
            v.n, v.public_state, v.ownership_state, v.eligibility_state,
            '2030-01-01 12:00:06+00'::timestamptz, 1::bigint, v.public_state, v.public_state,
            1::bigint
        from (
            values
            (1, 'waiting', 'unowned', 'eligible_now'),
            (2, 'waiting', 'unowned', 'eligible_now'),
            (3, 'active', 'lease_expired_reclaimable', 'not_applicable')
        ) as v (n, public_state, ownership_state, eligibility_state)
    $$,
    'it is shown in its state, and is due when the grant lapses'
);
select is_empty(
    'select * from flowfabric.ff_tick() as t where t.errors > 0', 'a tick leaves it as it is'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

-- when the grant is not redeemed; then
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select results_eq(
    $$
        select n, d.public_state, d.ownership_state, flowfabric.ff_next_due_in_ms('lane' || n)
        from generate_series(1, 3) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    $$,
    $$
        values
        (1, 'waiting', 'unowned', 0::bigint),
        (2, 'waiting', 'unowned', 0),
        (3, 'active', 'lease_expired_reclaimable', 0)
    $$,
    'when it lapses, the execution is due, and otherwise unchanged'
);
select results_eq(
    $$
        select g.n, pg_temp.verdict(
            case g.kind when 'claim' then 'ff_claim_execution' else 'ff_reclaim_execution' end,
            g.n,
            g.grant_key
        )
        from granted as g
        order by g.n
    $$,
    $$
        values
        (1, 'ZF302 claim_grant_expired expired'),
        (2, 'ZF302 claim_grant_expired expired'),
        (3, 'grant_not_found')
    $$,
    'the grant cannot be redeemed from that moment on'
);
select results_eq(
    $$
        select n, g.kind
        from generate_series(1, 3) as n
        cross join lateral flowfabric.ff_claim_for_worker('lane' || n, 'b', 'b-1') as g
    $$,
    $$values (1, 'claim'), (2, 'claim'), (3, 'reclaim')$$,
    'it is granted to another worker'
);
do $when$ begin perform pg_temp.advance('5 s'); end $when$;
select results_eq(
    $$
        select n, c.attempt_type
        from generate_series(1, 3) as n
        cross join lateral flowfabric.ff_claim('lane' || n, 'c', 'c-1') as c
    $$,
    $$values (1, 'initial'), (2, 'initial'), (3, 'reclaim')$$,
    'when that grant lapses, too, a claim takes it'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants still hold');

select * from finish();
rollback;
