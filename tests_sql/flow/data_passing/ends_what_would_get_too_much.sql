-- tests_sql/flow/data_passing/ends_what_would_get_too_much.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given results which are each small enough, and together are not
select pg_temp.flow('{
    "a": {}, "b": {}, "c": {"after": ["a", "b"], "inputs": {"both": ["a", "b"]}},
    "d": {"after": ["c"]}
}') as flow_id;
select is(pg_temp.complete('a', to_jsonb(repeat('x', 9000000))), 'completed', 'a completes');
select is(pg_temp.complete('b', to_jsonb(repeat('y', 9000000))), 'completed', 'so does b');
select is(
    (
        select d.public_state || ': ' || d.failure_reason
        from flowfabric.ff_describe_execution(pg_temp.node('c')) as d
    ),
    'failed: input_too_large',
    'who would get both has failed'
);
select pg_temp.pay();
select is(pg_temp.nodes('d'), 'd skipped', 'with all that follows');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
