begin;
select plan(12);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given a lease; when its holder spawns three children; then
select pg_temp.parent() as handle
\gset
select pg_temp.execution_of(:'handle') as parent_id
\gset
create temporary table spawned as
select
    s.*,
    s.ordinality::integer as place
from flowfabric.ff_spawn_batch(
    :'handle',
    array['c', 'a', 'b'],
    'children',
    array['1', '2', '3']::jsonb[],
    '{"kind": "picture"}'
) with ordinality as s;
select results_eq(
    'select step_key, outcome, public_state from spawned order by place',
    $$
        values
        ('c', 'spawned', 'waiting'), ('a', 'spawned', 'waiting'), ('b', 'spawned', 'waiting')
    $$,
    'each is answered in its place'
);
select results_eq(
    $$
        select s.step_key, d.input, d.kind, d.parent_step_key
        from spawned as s
        cross join lateral flowfabric.ff_describe_execution(s.execution_id) as d
        order by s.place
    $$,
    $$
        values
        ('c', '1'::jsonb, 'picture', 'c'), ('a', '2', 'picture', 'a'), ('b', '3', 'picture', 'b')
    $$,
    'each has its input'
);
select is(
    pg_temp.children(:'parent_id'), 'c waiting, a waiting, b waiting', 'and they are in this order'
);
-- when some of them are spawned again, beside others; then
select is(
    array(
        select s.step_key || ' ' || s.outcome
        from flowfabric.ff_spawn_batch(
            :'handle', array['x', 'a', 'y'], 'children', array['7', '8', '9']::jsonb[]
        ) as s
    ),
    '{"x spawned","a already_spawned","y spawned"}',
    'the others are spawned'
);
select is(
    array(
        select (d.input)::text
        from flowfabric.ff_list_children(:'parent_id') as c
        cross join lateral flowfabric.ff_describe_execution(c.execution_id) as d
    ),
    '{1,2,3,7,9}',
    'with their inputs'
);
select pg_temp.stored() as before
\gset
select is(
    pg_temp.spawn(:'handle', 'a', 'b'), 'already_spawned, already_spawned', 'all of them again'
);
select is(pg_temp.stored(), :'before', 'write nothing');
select is_empty(
    format($$select flowfabric.ff_spawn_batch(%L, '{}', 'children', '{}')$$, :'handle'),
    'an empty batch spawns no child'
);
-- when options differ by item; then
select is(
    array(
        select s.outcome
        from flowfabric.ff_spawn_batch(
            :'handle', array['p', 'q'], 'children', array['1', null]::jsonb[],
            '{
                "priority": [3, 4], "idempotency_key": ["k", null], "payload": [null, "\\x00ff"],
                "on_parent_end": "leave"
            }'
        ) as s
    ),
    '{spawned,spawned}', 'they are spawned'
);
select is(
    array(
        select concat_ws(' ', c.step_key, d.priority, d.idempotency_key, d.input, d.payload)
        from flowfabric.ff_list_children(:'parent_id', 'y') as c
        cross join lateral flowfabric.ff_describe_execution(c.execution_id) as d
    ),
    array['p 3 k 1', 'q 4 \x00ff'],
    'each has its own'
);
select is(
    pg_temp.steps(:'parent_id'),
    'c child, a child, b child, x child, y child, p child, q child', 'each is a step'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
select * from finish();
rollback;
