-- tests_sql/submit/ff_create_executions/goes_on_after_an_item_it_refuses.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
-- given a batch in which items are wrong in many ways; then
create temporary table answered as
select a.*
from flowfabric.ff_create_executions(
    'lane',
    array_fill('{}'::jsonb, array[13]),
    '{
        "priority": [0, -1, 9001, "high", 1.5, 0, 0, 0, 0, 0, 0, 0, 0],
        "kind": ["a", "a", "a", "a", "a", "", 7, "a", "a", "a", "a", "a", "a"],
        "delay_ms": [0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0],
        "tags": [{}, {}, {}, {}, {}, {}, {}, {}, {"x": "y"}, {}, {}, {}, {}],
        "policy": [{}, {}, {}, {}, {}, {}, {}, {}, {}, {"x": 1}, {}, {}, {}],
        "execution_id": [
            null, null, null, null, null, null, null, null, null, null, "{fp:256}:x", null, null
        ],
        "required_capabilities": [
            ["a"], ["a"], ["a"], ["a"], ["a"], ["a"], ["a"], ["a"], ["a"], ["a"], ["a"], ["a b"],
            ["a"]
        ]
    }'
) with ordinality as a (execution_id, outcome, public_state, error_code, error_detail, item);

select results_eq(
    $$select a.item, a.outcome, a.public_state, a.error_code, a.execution_id is not null
    from answered as a
    order by a.item$$,
    $$values
    (1::bigint, 'created', 'waiting', null, true),
    (2, 'invalid', null, '22023', false),
    (3, 'invalid', null, '22023', false),
    (4, 'invalid', null, '22023', false),
    (5, 'invalid', null, '22023', false),
    (6, 'invalid', null, '22023', false),
    (7, 'invalid', null, '22023', false),
    (8, 'invalid', null, '22023', false),
    (9, 'invalid', null, '22023', false),
    (10, 'invalid', null, '22023', false),
    (11, 'invalid', null, '22023', false),
    (12, 'invalid', null, '22023', false),
    (13, 'created', 'waiting', null, true)$$,
    'bad items are refused, the others created'
);
select results_eq(
    $$select a.error_detail ->> 'message' from answered as a where a.item > 1 order by a.item$$,
    $$values
    ('p_priority must be between 0 and 9000'),
    ('p_priority must be between 0 and 9000'),
    ('p_options at "priority" must be a whole number'),
    ('p_options at "priority" must be a whole number'),
    ('p_kind must be 1 to 256 bytes without control characters'),
    ('p_options at "kind" must be a string'),
    ('p_delay_ms must be between 0 and 315360000000'),
    ('p_tags has a key "x" that is not of the form owner.name'),
    ('p_policy has an unknown key "x"'),
    ('p_options.execution_id is not a UUID'),
    (
        'p_required_capabilities must be at most 256 capabilities, together at most 4096 bytes, '
        || 'each not empty and without comma, white space or control character'
    ),
    (null)$$,
    'each refusal says what is wrong'
);
select is(
    (
        select a.error_detail ->> 'argument' from answered as a
        where a.item = 2
    ),
    'p_priority',
    'each names the argument'
);
select results_eq(
    $$select
        (select count(*) from flowfabric.ff_exec_core),
        (select count(*) from flowfabric.ff_route)$$,
    'values (2::bigint, 1::bigint)',
    'nothing was written for the refused items'
);
select * from finish();
rollback;
