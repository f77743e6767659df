-- tests_sql/flow/joins/skips_members_that_cannot_start.sql
begin;
select plan(11);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given a chain a, b, c, and d which needs a and e; when a fails; then the members behind it are
-- skipped
select pg_temp.flow('{
    "a": {}, "b": {"after": ["a"]}, "c": {"after": ["b"]}, "d": {"after": ["a", "e"]}, "e": {}
}') as flow_id;
select is(pg_temp.fail('a'), 'terminal_failed', 'a fails');
select is(
    pg_temp.nodes(),
    'a failed, b skipped, c waiting_children, d skipped, e waiting',
    'the same call skips one level'
);
select is(pg_temp.healthy(), 'healthy', 'there is a todo for the next level');
select pg_temp.pay();
select is(
    pg_temp.nodes(), 'a failed, b skipped, c skipped, d skipped, e waiting',
    'a tick skips that level'
);
select is(
    pg_temp.join_of('c'),
    'impossible, 0 of 1, 0 failed, 1 skipped',
    'the edge of a skipped member says so'
);
select is(pg_temp.complete('e'), 'completed', 'e completes later');
select is(pg_temp.nodes('d'), 'd skipped', 'which changes nothing');
select is(
    pg_temp.join_of('d'), 'impossible, 1 of 2, 1 failed, 0 skipped',
    'but its end is counted'
);
select results_eq(
    $$select v.kind::text, v.outcome::text, v.details
    from flowfabric.ff_event_item as v
    inner join flowfabric.ff_flow_member as m on m.execution_id = v.execution_id
    where m.node = 'c'$$,
    $$values ('completed', 'skipped', null::jsonb)$$,
    'each skipped execution has its completion event'
);
select results_eq(
    $$select d.public_state, d.terminal_outcome, d.attempt_state, d.failure_reason, d.attempt_index
    from flowfabric.ff_describe_execution(pg_temp.node('c')) as d$$,
    $$values ('skipped', 'skipped', 'none', 'dependency_impossible', null::integer)$$,
    'and no attempt'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
