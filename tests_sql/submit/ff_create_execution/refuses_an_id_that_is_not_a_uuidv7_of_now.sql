-- noqa: disable=LT05
-- tests_sql/submit/ff_create_execution/refuses_an_id_that_is_not_a_uuidv7_of_now.sql
begin;
select plan(12);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
-- when a caller gives an id of another version, or of more than a day ahead; then
select is(
    pg_temp.error_of(
        $$select flowfabric.ff_create_execution(
            'lane', p_execution_id => '550e8400-e29b-41d4-a716-446655440000'
        )$$
    ),
    '{
        "sqlstate": "22023",
        "message": "p_execution_id is not a UUIDv7",
        "detail": {"argument": "p_execution_id"},
        "hint": "Lists and retention read executions in the order of their ids, which begin with a time. Leave the id out, and pass an idempotency key if the call may be sent again."
    }',
    'the error names the argument and the remedy'
);
select is(
    pg_temp.error_of(
        $$select flowfabric.ff_create_execution(
            'lane', p_execution_id => '01b8e27f-3e01-7000-8000-000000000000'
        )$$
    ),
    '{
        "sqlstate": "22023",
        "message": "p_execution_id has a time more than a day ahead of the server",
        "detail": {"argument": "p_execution_id"},
        "hint": "Leave the id out, and pass an idempotency key if the call may be sent again."
    }',
    'a day and a millisecond ahead'
);
select
    is(
        pg_temp.refusal(
            format('select flowfabric.ff_create_execution(''lane'', p_execution_id => %L)', i.id)
        ),
        '22023 p_execution_id',
        i.description
    )
from (
    values
    ('00000000-0000-0000-0000-000000000000', 'the nil UUID'),
    ('ffffffff-ffff-ffff-ffff-ffffffffffff', 'the max UUID'),
    ('01b8dd58-e200-1000-8000-000000000001', 'version 1'),
    ('01b8dd58-e200-4000-8000-000000000001', 'version 4'),
    ('01b8dd58-e200-6000-8000-000000000001', 'version 6'),
    ('01b8dd58-e200-8000-8000-000000000001', 'version 8'),
    ('01b8dd58-e200-7000-0000-000000000001', 'version 7 of another variant'),
    ('01b8dd58-e200-7000-c000-000000000001', 'version 7 of a third variant'),
    ('ffffffff-ffff-7000-8000-000000000001', 'the last millisecond of all')
) as i (id, description);
select is_empty('select 1 from flowfabric.ff_exec_core', 'nothing was written');
select * from finish();
rollback;
