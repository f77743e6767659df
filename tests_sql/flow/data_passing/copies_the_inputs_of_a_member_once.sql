-- tests_sql/flow/data_passing/copies_the_inputs_of_a_member_once.sql
begin;
select plan(12);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given d, which was released with the results of a and b, and was then blocked by an operator;
-- when a is replayed, and d is unblocked; then
select pg_temp.flow('{
    "a": {}, "b": {}, "c": {},
    "d": {"after": ["a", "b"], "inputs": {"of_a": "a", "all": ["a", "b"]}}
}') as flow_id;
select
    pg_temp.complete('a', '1') as a,
    pg_temp.complete('b', '2') as b
\gset
select is(pg_temp.input_of('d'), '{"all": [1, 2], "of_a": 1}', 'd has the results');
select b.outcome
from flowfabric.ff_block_execution(pg_temp.node('d'), 'paused_by_operator') as b \gset
select is(pg_temp.replay('a'), 'waiting', 'a is replayed');
select u.outcome from flowfabric.ff_unblock_execution(pg_temp.node('d')) as u \gset
select is(pg_temp.nodes('d'), 'd waiting', 'd waits for a worker again');
select is(
    pg_temp.input_of('d'), '{"all": [1, 2], "of_a": 1}',
    'd has the input with which it was released'
);

-- when a has completed again, and d runs and waits for its dependencies, which are satisfied; then
select
    pg_temp.complete('a', '10') as a,
    pg_temp.start('d') as handle
\gset
select w.public_state from flowfabric.ff_wait_children(:'handle') as w \gset
select is(
    pg_temp.input_of('d'), '{"all": [1, 2], "of_a": 1}',
    'the input of d is not written again'
);

-- when d runs, adds c as an upstream of its own, and waits for it; then
select
    pg_temp.start('d') as handle,
    pg_temp.replay('a') as a
\gset
select is(pg_temp.edge('c', 'd', 'all[]'), 'applied active', 'c is one more upstream');
select w.public_state from flowfabric.ff_wait_children(:'handle') as w \gset
select pg_temp.complete('c', '3') as c \gset
select is(
    pg_temp.nodes('a', 'd'), 'a waiting, d waiting',
    'd continues, because a was counted before'
);
select is(
    pg_temp.input_of('d'), '{"all": [1, 2, 3], "of_a": 1}',
    'its input is written once more, with the older result of a, which has no new one'
);

-- when d is replayed after a has a newer result, and while c is being replayed; then
select
    pg_temp.complete('d') as d,
    pg_temp.replay('c') as c
\gset
select pg_temp.complete('a', '100') as a \gset
select is(pg_temp.replay('d'), 'waiting', 'its join is satisfied');
select is(
    pg_temp.input_of('d'), '{"all": [100, 2, 3], "of_a": 100}',
    'd gets the newer result of a, and keeps the older result of c, which is being replayed'
);
select is(pg_temp.complete('d'), 'completed', 'd completes');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
