begin;
select plan(19);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

select pg_temp.parent() as handle
\gset
select is(pg_temp.spawn(:'handle', 'known'), 'spawned', 'given a child');
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_spawn_batch(%L, %s)', :'handle', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ($$null, 'l', '{1}'$$, '22004 p_step_keys'),
    ($$'{a}', null, '{1}'$$, '22004 p_lane_id'),
    ($$'{a}', 'l', null$$, '22004 p_inputs'),
    ($$'{a}', 'l', '{1,2}'$$, '22023 p_inputs'),
    ($$'{a,b}', 'l', '{1}'$$, '22023 p_inputs'),
    ($$'{a,NULL}', 'l', '{1,2}'$$, '22004 p_step_keys'),
    ($$'{a,a}', 'l', '{1,2}'$$, '22023 p_step_keys'),
    ($$'{{a},{b}}', 'l', '{1,2}'$$, '22023 p_step_keys'),
    ($$'[0:1]={a,b}', 'l', '{1,2}'$$, '22023 p_step_keys'),
    (
        $$array_fill('a'::text, '{10001}'), 'l', array_fill('1'::jsonb, '{10001}')$$,
        '22023 p_step_keys'
    ),
    ($$'{a}', 'l', '{1}', null$$, '22004 p_options'),
    ($$'{a}', 'l', '{1}', '[]'$$, '22023 p_options'),
    ($$'{a}', 'l', '{1}', '{"priority": [1, 2]}'$$, '22023 p_options'),
    ($$'{a}', 'l', '{1}', '{"on_parent_end": ["leave"]}'$$, '22023 p_options'),
    ($$'{known}', 'l', '{1}', '{"priority": -1}'$$, '22023 p_priority'),
    -- one item with a fault refuses all
    ($$'{a,b}', 'l', '{1,2}', '{"priority": [1, -1]}'$$, '22023 p_priority'),
    ($$'{a,b}', 'l', array['1', to_jsonb(repeat('x', 16777215))]$$, '22023 p_input')
) as b (arguments, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');
select * from finish();
rollback;
