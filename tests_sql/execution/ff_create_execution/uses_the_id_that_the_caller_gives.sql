-- tests_sql/execution/ff_create_execution/uses_the_id_that_the_caller_gives.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
-- given an id of the caller's; when it submits; then
select
    is(
        to_jsonb(c),
        '{
        "execution_id": "{fp:7}:00000000-0000-4000-8000-000000000001",
        "outcome": "created",
        "public_state": "waiting"
    }',
        'the execution has this id, though the last byte of the uuid is another number'
    )
from flowfabric.ff_create_execution(
    'lane', p_execution_id => '{fp:7}:00000000-0000-4000-8000-000000000001'
) as c;
select is(
    (
        select c.execution_id
        from flowfabric.ff_create_execution(
            'lane', p_execution_id => '{fp:0}:0192F0A0-AAAA-1AAA-8AAA-AAAAAAAAAAAA'
        ) as c
    ),
    '{fp:0}:0192f0a0-aaaa-1aaa-8aaa-aaaaaaaaaaaa',
    'a uuid of any version and in capitals is taken, and answered in lower case'
);
select is(
    (
        select c.execution_id
        from flowfabric.ff_create_execution(
            'lane', p_execution_id => '{fp:255}:0192f0a0-1111-7111-8111-123456789012'
        ) as c
    ),
    '{fp:255}:0192f0a0-1111-7111-8111-123456789012',
    '255 is the last partition'
);
select * from finish();
rollback;
