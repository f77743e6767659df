begin;
select plan(13);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

select pg_temp.parent() as handle
\gset
select is(pg_temp.spawn(:'handle', 'a', 'b'), 'spawned, spawned', 'given');
select is((flowfabric.ff_save_step(:'handle', 'value')).outcome, 'saved', 'given');
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.refusal(
            format('select flowfabric.ff_await_children(%L, %s)', :'handle', b.arguments)
        ),
        b.refusal,
        b.arguments
    )
from (
    values
    ('null', '22004 p_step_key'),
    ($$'s', '{a,c}'$$, '22023 p_child_keys'),
    ($$'s', '{a,NULL}'$$, '22004 p_child_keys'),
    ($$'s', '{a,value}'$$, 'ZF212 step_kind_mismatch'),
    ($$'s', '{{a},{b}}'$$, '22023 p_child_keys'),
    ($$'s', array_fill('a'::text, '{10001}')$$, '22023 p_child_keys'),
    ($$'s', p_count => -1$$, '22023 p_count'),
    ($$'s', p_count => 3$$, '22023 p_count'),
    ($$'s', '{a}', 2$$, '22023 p_count'),
    ($$'s', p_timeout_ms => -1$$, '22023 p_timeout_ms')
) as b (arguments, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');
select * from finish();
rollback;
