-- tests_sql/flow/replay/takes_back_ends_counted_by_open_joins.sql
begin;
select plan(22);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given d after all of a and b, of which a has completed; when a is replayed, and b completes; then
select pg_temp.flow('{
    "a": {}, "b": {},
    "d": {"after": ["a", "b"], "inputs": {"of_a": "a", "all": ["a", "b"]}}
}') as flow_id;
select
    pg_temp.complete('a', '1') as a,
    pg_temp.replay('a') as replay
\gset
select is(
    pg_temp.join_of('d'), 'pending, 0 of 2, 0 failed, 0 skipped',
    'the former end of a does not count'
);
select pg_temp.complete('b', '2') as b \gset
select pg_temp.pay();
select is(
    pg_temp.nodes(), 'a waiting, b completed, d waiting_children', 'd waits for its next end'
);
select pg_temp.complete('a', '10') as a \gset
select is(pg_temp.nodes('d'), 'd waiting', 'its next end counts');
select is(
    pg_temp.input_of('d'), '{"all": [10, 2], "of_a": 10}',
    'd gets the results of the replays'
);

-- when a is replayed and fails; then
select pg_temp.flow('{"a": {}, "b": {}, "d": {"after": ["a", "b"]}}') as flow_id;
select
    pg_temp.complete('a') as a,
    pg_temp.replay('a') as replay,
    pg_temp.complete('b') as b,
    pg_temp.fail('a') as failed_a
\gset
select pg_temp.pay();
select is(pg_temp.nodes(), 'a failed, b completed, d skipped', 'd is skipped');
select is(
    (select s.public_flow_state from flowfabric.ff_flow_summary(pg_temp.flow_id()) as s),
    'failed',
    'the flow has failed'
);

-- given d after two of a, b, c; when a fails, is replayed and completes, and b completes; then
select pg_temp.flow('{
    "a": {}, "b": {}, "c": {},
    "d": {"after": {"quorum": 2, "of": ["a", "b", "c"], "losers": "run"}, "input_from": "b"}
}') as flow_id;
select
    pg_temp.fail('a') as a,
    pg_temp.replay('a') as replay,
    pg_temp.complete('a', '1') as completed_a,
    pg_temp.advance('1 s') as later,
    pg_temp.complete('b', '2') as b
\gset
select is(
    pg_temp.join_of('d'), 'satisfied, 2 of 3, 0 failed, 0 skipped',
    'two completed upstreams are enough'
);
select is(pg_temp.nodes('d'), 'd waiting', 'd can be claimed');
select is(pg_temp.input_of('d'), '2', 'with the result of b');
select pg_temp.fail('c') as c \gset
select pg_temp.pay();
select is(pg_temp.nodes('d'), 'd waiting', 'a failure of the third upstream changes nothing');

-- given d, which was released with the result of a; when a is replayed; then
select pg_temp.flow('{"a": {}, "d": {"after": ["a"], "inputs": {"of_a": "a"}}}') as flow_id;
select
    pg_temp.complete('a', '1') as a,
    pg_temp.replay('a') as replay
\gset
select is(
    pg_temp.join_of('d'), 'satisfied, 1 of 1, 0 failed, 0 skipped', 'd is still released'
);
select is(pg_temp.input_of('d'), '{"of_a": 1}', 'it has the result');
select pg_temp.fail('a') as a \gset
select pg_temp.pay();
select is(pg_temp.nodes(), 'a failed, d waiting', 'd does not depend on the replay of a');

-- given d, which is cancelled while it waits for a and b; when a completes and is replayed, b
-- completes, and d is replayed; then
select pg_temp.flow('{"a": {}, "b": {}, "d": {"after": ["a", "b"]}}') as flow_id;
select pg_temp.complete('a') as a \gset
select c.outcome from flowfabric.ff_cancel_execution(pg_temp.node('d'), 'not now') as c \gset
select
    pg_temp.replay('a') as a,
    pg_temp.complete('b') as b
\gset
select is(pg_temp.replay('d'), 'waiting_children', 'd waits for the next end of a');
select pg_temp.complete('a') as a \gset
select is(pg_temp.nodes('d'), 'd waiting', 'then it can be claimed');

-- given d, which was skipped because a failed, and a todo for the failure of b; when d is replayed;
-- then
select pg_temp.flow('{"a": {}, "b": {}, "d": {"after": ["a", "b"]}}') as flow_id;
select pg_temp.fail('a') as a \gset
select is(pg_temp.nodes('d'), 'd skipped', 'd is skipped');
select pg_temp.fail('b') as b \gset
update flowfabric.ff_edge as d
set state = 'applied', upstream_outcome = 'none', resolved_at = null
where pg_temp.node('b') = d.upstream_id;
update flowfabric.ff_edge_group as g
set failed_count = 1
where pg_temp.node('d') = g.downstream_id;
insert into flowfabric.ff_flow_todo (kind, execution_id, due_at)
select
    'resolve' as kind,
    e.execution_id,
    pg_temp.clock() as due_at
from flowfabric.ff_exec_core as e
where pg_temp.node('b') = e.execution_id;
select is(pg_temp.replay('d'), 'waiting_children', 'd waits for both');
select pg_temp.pay();
select is(pg_temp.nodes('d'), 'd waiting_children', 'the former failure of b does not count');
select
    pg_temp.replay('a') as a,
    pg_temp.replay('b') as b,
    pg_temp.complete('a') as completed_a,
    pg_temp.complete('b') as completed_b
\gset
select is(pg_temp.nodes('d'), 'd waiting', 'their next ends count');

-- given d, which was skipped because b failed after a had completed; when a is replayed, and then
-- d; then
select pg_temp.flow('{
    "a": {}, "b": {}, "d": {"after": ["a", "b"], "inputs": {"of_a": "a"}}
}') as flow_id;
select
    pg_temp.complete('a', '1') as a,
    pg_temp.fail('b') as b
\gset
select pg_temp.pay();
select
    pg_temp.replay('a') as a,
    pg_temp.replay('d') as d,
    pg_temp.replay('b') as b,
    pg_temp.complete('b') as completed_b
\gset
select is(pg_temp.nodes('d'), 'd waiting_children', 'd waits for the next end of a');
select pg_temp.complete('a', '10') as a \gset
select is(pg_temp.input_of('d'), '{"of_a": 10}', 'd gets the result of the replay');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
