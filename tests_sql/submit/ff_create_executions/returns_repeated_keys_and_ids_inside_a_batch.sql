-- tests_sql/submit/ff_create_executions/returns_repeated_keys_and_ids_inside_a_batch.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
-- given a batch that uses keys and ids more than once; then
create temporary table answered as
select a.*
from flowfabric.ff_create_executions(
    'lane',
    array['1', '1', '2', '3', '4', '4', '5']::jsonb[],
    '{
        "idempotency_key": ["k", "k", "k", "z", null, null, null],
        "execution_id": [
            "00000000-0000-7000-8000-000000000001", null, null, null,
            "00000000-0000-7000-8000-000000000005",
            "00000000-0000-7000-8000-000000000005",
            "00000000-0000-7000-8000-000000000005"
        ]
    }'
) with ordinality as a (execution_id, outcome, public_state, error_code, error_detail, item);

select results_eq(
    $$select a.item, a.outcome, a.public_state, a.error_code, a.error_detail
    from answered as a
    order by a.item$$,
    $$values
    (1::bigint, 'created', 'waiting', null, null::jsonb),
    (2, 'duplicate', 'waiting', null, null),
    (
        3, 'idempotency_key_conflict', null, 'ZF205', '{
            "idempotency_key": "k",
            "execution_id": "00000000-0000-7000-8000-000000000001"
        }'
    ),
    (4, 'created', 'waiting', null, null),
    (5, 'created', 'waiting', null, null),
    (6, 'duplicate', 'waiting', null, null),
    (
        7, 'idempotency_key_conflict', null, 'ZF205',
        '{"execution_id": "00000000-0000-7000-8000-000000000005"}'
    )$$,
    'the first use counts; the same work again is a duplicate, other work a conflict'
);
select is(
    (
        select array_agg(a.execution_id order by a.item) from answered as a
        where a.item in (1, 2)
    ),
    array[
        '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001'
    ]::uuid[],
    'a duplicate has the id of the first use'
);
select results_eq(
    'select count(*) from flowfabric.ff_exec_core', 'values (3::bigint)',
    'there are three executions'
);
select * from finish();
rollback;
