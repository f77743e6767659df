-- tests_sql/flow/replay/opens_a_skipped_member_again.sql
begin;
select plan(14);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given c, skipped because b failed; when c is replayed, then b, and b completes
select
    pg_temp.flow('{"a": {}, "b": {}, "c": {"after": ["a", "b"]}, "d": {"after": ["c"]}}')
        as flow_id;
select is(pg_temp.complete('a'), 'completed', 'a completes');
select is(pg_temp.fail('b'), 'terminal_failed', 'b fails');
select pg_temp.pay();
select is(pg_temp.nodes('c', 'd'), 'c skipped, d skipped', 'c and d are skipped');
select is(
    (select r.public_state from flowfabric.ff_replay_execution(pg_temp.node('c')) as r),
    'waiting_children',
    'the replayed c waits for b again'
);
select is(
    pg_temp.join_of('c'), 'pending, 1 of 2, 0 failed, 0 skipped',
    'the satisfied edge of a stays satisfied'
);
select pg_temp.pay();
select is(pg_temp.nodes('c'), 'c waiting_children', 'the former failure of b does not count again');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select is(
    (select r.public_state from flowfabric.ff_replay_execution(pg_temp.node('d')) as r),
    'waiting_children', 'd is replayed, too'
);
select is(
    (select r.public_state from flowfabric.ff_replay_execution(pg_temp.node('b')) as r),
    'waiting', 'b is replayed, and waits for no upstream'
);
select results_eq(
    $$select m.node, e.details ->> 'branch', e.details ->> 'groups_reset'
    from flowfabric.ff_operator_event as e
    inner join flowfabric.ff_flow_member as m on m.execution_id = e.execution_id
    where e.kind = 'replayed'
    order by e.event_id$$,
    $$values
    ('c', 'skipped_flow_member', '1'), ('d', 'skipped_flow_member', '1'), ('b', 'normal', '0')$$,
    'each event says whether a skipped member was replayed, and how many joins are open again'
);
select is(pg_temp.complete('b'), 'completed', 'b completes');
select is(
    pg_temp.nodes(), 'a completed, b completed, c waiting, d waiting_children',
    'c can be claimed'
);
select is(
    (select c.attempt_type from flowfabric.ff_claim('lane', 'w', 'w-1') as c), 'replay',
    'its attempt is a replay'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
