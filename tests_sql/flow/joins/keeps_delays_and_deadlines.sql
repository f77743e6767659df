-- tests_sql/flow/joins/keeps_delays_and_deadlines.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given members with delays and deadlines beside their joins
select pg_temp.flow('{
    "a": {},
    "late": {"after": ["a"], "delay_ms": 60000},
    "soon": {"after": ["a"], "delay_ms": 1000},
    "short": {"after": ["a"], "deadline_ms": 30000},
    "never": {"after": ["b"], "deadline_ms": 30000},
    "b": {"lane": "other"}
}') as flow_id;
select pg_temp.advance('10 s');
select is(pg_temp.complete('a'), 'completed', 'a completes after ten seconds');
select is(
    pg_temp.nodes('late', 'soon', 'short', 'never'),
    'late delayed, never waiting_children, short waiting, soon waiting',
    'a member whose delay has not ended waits for that'
);
select is(
    (select d.claimable_in_ms from flowfabric.ff_describe_execution(pg_temp.node('late')) as d),
    50000::bigint,
    'until the delay ends'
);
select pg_temp.advance('20 s');
select is(
    (select count(*) from flowfabric.ff_claim_batch('lane', 'w', 'w-1', 10)),
    1::bigint,
    'a claim takes the due member, and ends the one past its deadline'
);
select is(
    pg_temp.nodes('late', 'soon', 'short', 'never'),
    'late delayed, never expired, short expired, soon active',
    'it ends a blocked member past its deadline, too, without a tick'
);
select pg_temp.advance('30 s');
select is(pg_temp.nodes('late'), 'late waiting', 'the delayed member is due when its delay ends');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
