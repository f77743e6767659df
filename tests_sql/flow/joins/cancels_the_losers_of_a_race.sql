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
select is(pg_temp.complete('b'), 'completed', 'b completes');
select is(
    pg_temp.nodes(),
    'a cancelled, b completed, c cancelled, d waiting',
    'the others are cancelled in the same call, the running one too'
);
select throws_ok(
    format('select flowfabric.ff_complete(%L)', :'a_handle'),
    'ZF105',
    'the execution is not active',
    'the worker of the running one hears of the cancellation'
);
select results_eq(
    $$select d.cancellation_reason, d.cancelled_by, d.lease_epoch
    from flowfabric.ff_describe_execution(pg_temp.node('a')) as d$$,
    $$values ('sibling_quorum_satisfied', 'flow_cascade', 2::bigint)$$,
    'it reads the reason, and the new epoch'
);
select pg_temp.pay();
select is(
    pg_temp.join_of('d'), 'satisfied, 1 of 3, 2 failed, 0 skipped',
    'their ends are counted later'
);
select results_eq(
    $$select s.public_flow_state, s.cancelled
    from flowfabric.ff_flow_summary(pg_temp.flow_id()) as s$$,
    $$values ('open', 2::bigint)$$,
    'd is claimed'
);
select is(pg_temp.complete('d'), 'completed', 'd completes');
select is(
    (select s.public_flow_state from flowfabric.ff_flow_summary(pg_temp.flow_id()) as s),
    'completed',
    'a flow whose losers were cancelled has not failed'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
