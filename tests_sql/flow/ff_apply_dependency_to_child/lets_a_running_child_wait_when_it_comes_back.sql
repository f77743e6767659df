-- tests_sql/flow/ff_apply_dependency_to_child/lets_a_running_child_wait_when_it_comes_back.sql
begin;
select plan(19);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
create function pg_temp.eligibility(p_name text) returns text language sql as $$
    select flowfabric.ff_evaluate_flow_eligibility(pg_temp.node(p_name))
$$;
create function pg_temp.new_flow() returns uuid language sql as $$
    select pg_temp.flow('{"a": {}, "d": {"policy": {
        "retry_policy": {"max_retries": 3, "backoff": {"type": "fixed", "delay_ms": 60000}}
    }}}')
$$;

-- given a running member to which an edge is applied; when its attempt fails and is retried; then
select pg_temp.new_flow() as flow_id;
select pg_temp.start('d') as handle \gset
select is(pg_temp.edge('a', 'd', 'of_a'), 'applied active', 'it runs on');
select is(
    (select f.outcome from flowfabric.ff_fail(:'handle', 'oops') as f),
    'retry_scheduled',
    'its retry is scheduled'
);
select is(pg_temp.nodes('d'), 'd waiting_children', 'it waits for its join first');
select is(
    pg_temp.eligibility('d'), 'blocked_by_dependencies', 'ff_evaluate_flow_eligibility says so'
);
select pg_temp.complete('a', '1') as a \gset
select is(pg_temp.nodes('d'), 'd delayed', 'then it waits for the rest of its backoff');
select pg_temp.advance('61 s');
select is(
    (
        select format('%s %s', c.attempt_type, c.input)
        from flowfabric.ff_claim('lane', 'worker', 'worker-1') as c
    ),
    'retry {"of_a": 1}',
    'it is retried with the result'
);

-- when its upstream completes while it runs, and it fails then; then
select pg_temp.new_flow() as flow_id;
select pg_temp.start('d') as handle \gset
select
    pg_temp.edge('a', 'd', 'of_a') as edge,
    pg_temp.complete('a', '2') as a
\gset
select is(pg_temp.input_of('d'), null, 'a running attempt keeps its input');
select f.outcome from flowfabric.ff_fail(:'handle', 'oops') as f \gset
select is(pg_temp.nodes('d'), 'd delayed', 'after the failure it waits only for its backoff');
select is(pg_temp.input_of('d'), '{"of_a": 2}', 'the next attempt gets the result');

-- when it delays itself; then
select pg_temp.new_flow() as flow_id;
select pg_temp.start('d') as handle \gset
select pg_temp.edge('a', 'd', 'of_a') as edge \gset
select is(
    (select d.public_state from flowfabric.ff_delay(:'handle', 1000) as d),
    'waiting_children',
    'it waits for its join first'
);
select pg_temp.advance('2 s');
select pg_temp.complete('a', '3') as a \gset
select is(pg_temp.nodes('d'), 'd waiting', 'when the join is satisfied, the delay has ended');
select is(pg_temp.input_of('d'), '{"of_a": 3}', 'it continues with the result');

-- when it is suspended, and resumes; then
select pg_temp.new_flow() as flow_id;
select pg_temp.start('d') as handle \gset
select s.outcome
from flowfabric.ff_suspend(:'handle', '{"operator_only": true}') as s \gset
select is(pg_temp.edge('a', 'd', 'of_a'), 'applied suspended', 'it stays suspended');
select is(
    (select r.public_state from flowfabric.ff_resume_execution(pg_temp.node('d')) as r),
    'waiting_children',
    'when it resumes, it waits for its join first'
);
select pg_temp.complete('a', '4') as a \gset
select is(pg_temp.input_of('d'), '{"of_a": 4}', 'it continues with the result');

-- when its lease lapses; then
select pg_temp.new_flow() as flow_id;
select pg_temp.start('d') as handle \gset
select pg_temp.edge('a', 'd', 'of_a') as edge \gset
select pg_temp.advance('1 hour');
select is(
    (
        select max(c.attempt_type)
        from flowfabric.ff_claim_batch('lane', 'worker', 'worker-1', 10) as c
        where c.execution_id = pg_temp.node('d')
    ),
    'reclaim',
    'it is taken over'
);
select is(pg_temp.nodes('d'), 'd active', 'the takeover runs');
select is(pg_temp.eligibility('d'), 'not_runnable', 'without waiting for the join');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
