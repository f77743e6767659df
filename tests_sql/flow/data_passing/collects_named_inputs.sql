-- tests_sql/flow/data_passing/collects_named_inputs.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given named inputs of one and of several upstreams, one of which returns bytes, one nothing
select pg_temp.flow('{
    "a": {}, "b": {}, "c": {},
    "d": {
        "after": ["a", "b", "c"],
        "input": {"own": true, "one": "overwritten"},
        "inputs": {"one": "a", "also": "a", "many": ["c", "b", "a"], "none": "c"}
    }
}') as flow_id;
select is(pg_temp.complete('a', '{"n": 1}'), 'completed', 'a completes with JSON');
select is(pg_temp.complete('b', null, '\xcafe'::bytea), 'completed', 'b completes with bytes');
select is(pg_temp.complete('c'), 'completed', 'c completes with nothing');
select is(
    pg_temp.input_of('d'),
    jsonb_build_object(
        'own', true,
        'one', '{"n": 1}'::jsonb,
        'also', '{"n": 1}'::jsonb,
        'many', jsonb_build_array(null, chr(92) || 'xcafe', '{"n": 1}'::jsonb),
        'none', null
    ),
    'each result stands under its name, beside the submitted input; lists keep their order'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
