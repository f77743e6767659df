-- tests_sql/flow/data_passing/ends_members_whose_input_is_too_large.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given results which are small enough one by one, but not together
select pg_temp.flow('{
    "a": {}, "b": {}, "c": {"after": ["a", "b"], "inputs": {"both": ["a", "b"]}},
    "d": {"after": ["c"]}
}') as flow_id;
select is(pg_temp.complete('a', to_jsonb(repeat('x', 9000000))), 'completed', 'a completes');
select is(pg_temp.complete('b', to_jsonb(repeat('y', 9000000))), 'completed', 'b completes');
select is(
    (
        select d.public_state || ': ' || d.failure_reason
        from flowfabric.ff_describe_execution(pg_temp.node('c')) as d
    ),
    'failed: input_too_large',
    'the member that would get both has failed'
);
select pg_temp.pay();
select is(pg_temp.nodes('d'), 'd skipped', 'so have the members behind it');

-- given c after any of a and b, which failed because the result of a was too large
select pg_temp.flow('{
    "a": {}, "b": {},
    "c": {
        "input": {"some": "text"}, "after": {"any_of": ["a", "b"], "losers": "run"},
        "inputs": {"both": ["a", "b"]}
    }
}') as flow_id;
select pg_temp.complete('a', to_jsonb(repeat('x', 16777200))) as a \gset
select is(pg_temp.nodes('c'), 'c failed', 'c has failed');
-- when a is replayed, and c is replayed twice with the result of b; then
select
    pg_temp.replay('a') as a,
    pg_temp.complete('b', '2') as b,
    pg_temp.replay('c') as c,
    pg_temp.complete('c') as completed,
    pg_temp.replay('c') as replayed
\gset
select is(
    pg_temp.input_of('c'), '{"both": [2], "some": "text"}',
    'it has the result of b once, and no result of a, which it never got'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
