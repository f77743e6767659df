-- tests_sql/flow/ff_submit_flow/refuses_circles.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/flows.sql
-- given nodes that wait for each other in a circle; then the error names the circle
create function pg_temp.cycle_in(p_nodes jsonb)
returns jsonb
language sql
as $cycle_in$
    select (e.error -> 'detail') || jsonb_build_object('sqlstate', e.error ->> 'sqlstate')
    from pg_temp.error_of(
        format('select flowfabric.ff_submit_flow(%L)', jsonb_build_object('nodes', (
            select jsonb_object_agg(n.key, jsonb_build_object('lane', 'l', 'after', n.value))
            from jsonb_each(p_nodes) as n
        )))
    ) as e (error)
$cycle_in$;
select is(
    pg_temp.cycle_in('{"a": ["b"], "b": ["c"], "c": ["a", "d"], "d": [], "e": ["a"]}'),
    '{"sqlstate": "ZF407", "symbol": "cycle_detected", "argument": "p_flow",
        "path": "nodes.c.after", "cycle": ["c", "b", "a"]}',
    'a circle of three, with other nodes behind it'
);
select is(pg_temp.cycle_in('{"a": ["a"]}') -> 'cycle', '["a"]', 'of one');
select is(
    pg_temp.cycle_in('{"a": {"any_of": ["b"]}, "b": ["a"]}') -> 'cycle', '["b", "a"]',
    'a circle of two, although the join could do with another upstream'
);
select is(
    pg_temp.cycle_in(
        '{"a": [], "b": ["a"], "c": ["a"], "d": ["b", "c"], "e": ["d", "a"], "f": ["e", "d"]}'
    ),
    null,
    'two ways from one node to another are not a circle'
);
select is(
    jsonb_array_length(pg_temp.cycle_in((
        select jsonb_object_agg('n' || i, jsonb_build_array('n' || (i % 1000 + 1)))
        from generate_series(1, 1000) as i
    )) -> 'cycle'),
    100,
    'of a long circle the error names the beginning'
);
select * from finish();
rollback;
