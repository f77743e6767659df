-- tests_sql/flow/data_passing/collects_results_of_completed_upstreams.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given a join that needs two of three and collects their results; when one upstream fails
select pg_temp.flow('{
    "a": {}, "b": {}, "c": {},
    "d": {
        "after": {"quorum": 2, "of": ["a", "b", "c"]},
        "inputs": {"answers": ["a", "b", "c"], "a": "a", "b": "b"}
    }
}') as flow_id;
select is(pg_temp.complete('c', '"from c"'), 'completed', 'c completes first');
select is(pg_temp.fail('b'), 'terminal_failed', 'b fails');
select is(pg_temp.complete('a', '"from a"'), 'completed', 'a completes');
select is(
    pg_temp.input_of('d'),
    '{"answers": ["from a", "from c"], "a": "from a", "b": null}',
    'a list has the results that exist, in its order; a name without a result is null'
);
select * from finish();
rollback;
