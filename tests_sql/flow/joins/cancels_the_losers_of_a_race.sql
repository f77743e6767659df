-- tests_sql/flow/joins/cancels_the_losers_of_a_race.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given d after any of a, b, c, of which a runs; when b completes; then the others are cancelled
select pg_temp.flow('{
    "a": {}, "b": {}, "c": {}, "d": {"after": {"any_of": ["a", "b", "c"]}}
}') as flow_id;
select pg_temp.start('a') as a_handle \gset
select is(pg_temp.complete('b'), 'completed', 'one completes');
select is(
    pg_temp.nodes(),
    'a cancelled, b completed, c cancelled, d waiting',
    'the others are cancelled in the same call, the one that runs too'
);
select throws_ok(
    format('select flowfabric.ff_complete(%L)', :'a_handle'),
    'ZF105',
    'the execution is not active',
    'its worker is told'
);
select results_eq(
    $$select d.cancellation_reason, d.cancelled_by, d.lease_epoch
    from flowfabric.ff_describe_execution(pg_temp.node('a')) as d$$,
    $$values ('sibling_quorum_satisfied', 'flow_cascade', 2::bigint)$$,
    'it reads why, and under a new epoch'
);
select pg_temp.pay();
select is(pg_temp.join_of('d'), 'satisfied, 1 of 3, 2 failed, 0 skipped', 'they are counted later');
select results_eq(
    $$select s.public_flow_state, s.cancelled
    from flowfabric.ff_flow_summary(pg_temp.flow_id()) as s$$,
    $$values ('open', 2::bigint)$$,
    'the flow goes on'
);
select is(pg_temp.complete('d'), 'completed', 'd completes');
select is(
    (select s.public_flow_state from flowfabric.ff_flow_summary(pg_temp.flow_id()) as s),
    'completed',
    'and a flow whose losers were cancelled has not failed'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
