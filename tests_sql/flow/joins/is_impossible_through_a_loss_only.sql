-- tests_sql/flow/joins/is_impossible_through_a_loss_only.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
create function pg_temp.quorum(p_name text, p_k integer) returns text language sql as $$
    select s.outcome
    from flowfabric.ff_set_edge_group_policy(
        pg_temp.flow_id(), pg_temp.node(p_name), 'quorum', p_k, 'let_run'
    ) as s
$$;

-- given a quorum of two, and two executions that have completed; when their edges are added one by
-- one; then
select pg_temp.flow('{"a": {}, "b": {}, "c": {}, "d": {}}') as flow_id;
select
    pg_temp.quorum('d', 2) as policy,
    pg_temp.complete('a') as a,
    pg_temp.complete('b') as b
\gset
select is(
    pg_temp.edge('a', 'd'), 'applied waiting_children',
    'one completed upstream is not enough'
);
select is(pg_temp.join_of('d'), 'pending, 1 of 1, 0 failed, 0 skipped', 'the join is pending');
select is(pg_temp.edge('b', 'd'), 'applied waiting', 'the second completed upstream satisfies it');

-- given a quorum of two, and an execution that has failed; when edges are added one by one; then
select pg_temp.flow('{"a": {}, "b": {}, "c": {}, "d": {}}') as flow_id;
select
    pg_temp.quorum('d', 2) as policy,
    pg_temp.fail('a') as a
\gset
select is(
    pg_temp.edge('a', 'd'), 'applied waiting_children',
    'a failed upstream does not decide a join that has fewer edges than it needs'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select is(pg_temp.edge('b', 'd'), 'applied skipped', 'with two edges, one of which failed');
select is(
    pg_temp.join_of('d'), 'impossible, 0 of 2, 1 failed, 0 skipped',
    'the join is impossible'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
