-- tests_sql/flow/joins/cancels_nothing_that_joins_a_race_later.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql

-- given a race that a has won, and an edge from c to it that is added a millisecond later
select pg_temp.flow('{
    "a": {}, "b": {}, "c": {}, "d": {"after": {"any_of": ["a", "b"]}},
    "e": {}, "j": {"after": ["c", "e"]}
}') as flow_id;
select pg_temp.complete('a') as a \gset
select pg_temp.advance('1 millisecond');
select is(pg_temp.edge('c', 'd'), 'applied waiting', 'the race stays decided');
select is(
    pg_temp.nodes('b', 'c'), 'b cancelled, c waiting',
    'the losers that took part are cancelled, the later one is not'
);
-- when another join of c becomes impossible, and its upstreams are looked at; then
select pg_temp.fail('e') as e \gset
select pg_temp.pay();
select is(pg_temp.nodes('c', 'j'), 'c waiting, j skipped', 'c is still not a loser');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
