-- tests_sql/flow/data_passing/takes_the_result_that_made_it_enough.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given a quorum of two, with an edge that passes data, and an edge whose upstream is not the
-- second to complete
create function pg_temp.fed_by(p_first text, p_second text)
returns jsonb
language plpgsql
as $fed_by$
declare
    v_key text;
begin
    perform flowfabric.ff_create_flow('00000000-0000-7000-8000-00000000000f');
    perform pg_temp.flow('{
        "a": {}, "b": {}, "c": {},
        "d": {"after": {"quorum": 2, "of": ["a", "b", "c"], "losers": "run"}, "input_from": "b"}
    }');
    perform pg_temp.complete(p_first, to_jsonb(p_first));
    perform pg_temp.advance('1 s');
    perform pg_temp.complete(p_second, to_jsonb(p_second));
    return pg_temp.input_of('d');
end;
$fed_by$;
select is(pg_temp.fed_by('a', 'b'), '"b"', 'the second upstream passes its result');
select is(pg_temp.fed_by('b', 'a'), null, 'the first does not: it did not satisfy the join');
select is(pg_temp.fed_by('a', 'c'), null, 'an upstream whose edge passes no data does not');
select * from finish();
rollback;
