begin;
select plan(18);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql

select pg_temp.lease() as handle
\gset
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_spawn(%L, %s)', :'handle', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ($$null, 'l'$$, '22004 p_step_key'),
    ($$'s', null$$, '22004 p_lane_id'),
    ($$'s', e'l\u00e4ne'$$, '22023 p_lane_id'),
    ($$'s', 'l', '1', 'x'$$, '22023 p_payload'),
    ($$'s', 'l', '1', p_options => '{"payload": "\\x00"}'$$, '22023 p_payload'),
    ($$'s', 'l', p_payload => 'x', p_options => '{"payload": "\\x00"}'$$, '22023 p_options'),
    ($$'s', 'l', p_options => null$$, '22004 p_options'),
    ($$'s', 'l', p_options => '[]'$$, '22023 p_options'),
    ($$'s', 'l', p_options => '{"nonsense": 1}'$$, '22023 p_options'),
    ($$'s', 'l', p_options => '{"parent_id": "x"}'$$, '22023 p_options'),
    ($$'s', 'l', p_options => '{"on_parent_end": "kill"}'$$, '22023 p_options'),
    ($$'s', 'l', p_options => '{"on_parent_end": ["cancel"]}'$$, '22023 p_options'),
    ($$'s', 'l', p_options => '{"priority": 9001}'$$, '22023 p_priority'),
    ($$'s', 'l', p_options => '{"kind": ""}'$$, '22023 p_kind'),
    (
        $$'s', 'l', p_options => '{"flow_id": "0192f0a0-1111-7111-8111-123456789012"}'$$,
        'ZF401 flow_not_found'
    ),
    (
        $$'s', 'l', p_options => '{"execution_id": "0192f0a0-1111-4111-8111-123456789012"}'$$,
        '22023 p_options.execution_id'
    )
) as b (arguments, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(
    pg_temp.refusal(format(
        $$select flowfabric.ff_spawn(
            %L, 's', 'l', p_options => '{"on_parent_end": null, "kind": null}'
        )$$, :'handle'
    )),
    'nothing', 'a null is the same as an option left out'
);
select * from finish();
rollback;
