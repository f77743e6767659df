-- tests_sql/flow/joins/spares_a_loser_that_others_still_need.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given b, which loses a race, but which f needs as well
select pg_temp.flow('{
    "a": {}, "b": {}, "c": {},
    "d": {"after": {"any_of": ["a", "b", "c"]}},
    "f": {"after": ["b"]}
}') as flow_id;
select is(pg_temp.complete('a'), 'completed', 'a wins');
select is(
    pg_temp.nodes(),
    'a completed, b waiting, c cancelled, d waiting, f waiting_children',
    'only losers that no other member needs are cancelled'
);
select pg_temp.pay();
select is(pg_temp.complete('b'), 'completed', 'b completes');
select is(pg_temp.nodes('f'), 'f waiting', 'f can be claimed');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
