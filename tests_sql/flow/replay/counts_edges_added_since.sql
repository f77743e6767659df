-- tests_sql/flow/replay/counts_edges_added_since.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given d after any of a and b, skipped because both failed; c, added as a third, has completed
select pg_temp.flow('{
    "a": {}, "b": {}, "c": {}, "d": {"after": {"any_of": ["a", "b"]}}
}') as flow_id;
select
    pg_temp.fail('a') as a,
    pg_temp.fail('b') as b
\gset
select pg_temp.pay();
select is(pg_temp.nodes('d'), 'd skipped', 'd is skipped');
select
    pg_temp.edge('c', 'd', 'of_c') as edge,
    pg_temp.complete('c', '7') as c
\gset
select pg_temp.pay();
-- when d is replayed; then
select is(pg_temp.replay('d'), 'waiting', 'its join is satisfied: it can be claimed');
select is(pg_temp.input_of('d'), '{"of_c": 7}', 'it has the result of c');
select is(pg_temp.join_of('d'), 'satisfied, 1 of 3, 0 failed, 0 skipped', 'the join is satisfied');

-- given d after two of a and b, skipped because a failed; c, added as a third upstream, and b have
-- completed
select pg_temp.flow('{
    "a": {}, "b": {}, "c": {}, "d": {"after": {"quorum": 2, "of": ["a", "b"], "losers": "run"}}
}') as flow_id;
select pg_temp.fail('a') as a \gset
select pg_temp.pay();
select
    pg_temp.edge('c', 'd') as edge,
    pg_temp.complete('c') as c,
    pg_temp.complete('b') as b
\gset
select pg_temp.pay();
-- when d is replayed; then
select is(pg_temp.replay('d'), 'waiting', 'two upstreams have completed: it can be claimed');
select is(pg_temp.join_of('d'), 'satisfied, 2 of 3, 0 failed, 0 skipped', 'the join is satisfied');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
