-- tests_sql/submit/ff_create_executions/applies_options_item_by_item.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
-- given options that are arrays with a value for each item; then
create temporary table answered as
select a.*
from flowfabric.ff_create_executions(
    'lane',
    array['1', '2', null]::jsonb[],
    '{
        "kind": ["a", null, "c"],
        "priority": [1, 2, null],
        "required_capabilities": [["gpu"], [], null],
        "delay_ms": [null, 1000, null],
        "run_at": [null, null, "2030-01-01 12:00:02+00"],
        "deadline_ms": [1000, null, null],
        "deadline_at": [null, "2030-01-01 13:00:00+00", null],
        "idempotency_key": ["x", null, "z"],
        "tags": [{"a.b": "1"}, null, {"a.b": "3"}],
        "policy": [null, {"max_reclaim_count": 2}, null],
        "payload": [null, null, "\\x00ff"],
        "execution_id": [null, null, "00000000-0000-7000-8000-000000000003"],
        "namespace": "all"
    }'
) with ordinality as a (execution_id, outcome, public_state, error_code, error_detail, item);

select results_eq(
    'select a.outcome, a.public_state, a.error_detail from answered as a order by a.item',
    $$values
    ('created', 'waiting', null::jsonb), ('created', 'delayed', null), ('created', 'delayed', null)$$,
    'all items are accepted'
);
select results_eq(
    $$select
        d.kind, d.priority, d.required_capabilities, d.deadline_at, d.idempotency_key, d.tags,
        d.policy, d.input, d.payload, d.namespace
    from answered as a
    cross join lateral flowfabric.ff_describe_execution(a.execution_id) as d
    order by a.item$$,
    $$values
    (
        'a', 1, '{gpu}'::text[], '2030-01-01 12:00:01+00'::timestamptz, 'x', '{"a.b": "1"}'::jsonb,
        null::jsonb, '1'::jsonb, null::bytea, 'all'
    ),
    (
        'default', 2, '{}', '2030-01-01 13:00:00+00', null, '{}',
        '{"max_reclaim_count": 2}', '2', null, 'all'
    ),
    ('c', 0, '{}', null, 'z', '{"a.b": "3"}', null, null, '\x00ff', 'all')$$,
    'each has its own values, a null is the default, and a single value is for all'
);
select is(
    (
        select a.execution_id from answered as a
        where a.item = 3
    ),
    '00000000-0000-7000-8000-000000000003',
    'an item may have an id'
);
select * from finish();
rollback;
