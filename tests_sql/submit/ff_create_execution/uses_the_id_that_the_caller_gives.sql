-- tests_sql/submit/ff_create_execution/uses_the_id_that_the_caller_gives.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
-- given a UUIDv7 of the caller's; when it submits; then
select
    is(
        to_jsonb(c),
        '{
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "outcome": "created",
        "public_state": "waiting"
    }',
        'the execution has this id, however old it is'
    )
from flowfabric.ff_create_execution(
    'lane', p_execution_id => '00000000-0000-7000-8000-000000000001'
) as c;
-- the clock is at 2030-01-01 12:00, 01b8dd58e200 in milliseconds
select is(
    (
        select c.outcome
        from flowfabric.ff_create_execution(
            'lane', p_execution_id => '01b8e27f-3e00-7fff-bfff-ffffffffffff'
        ) as c
    ),
    'created',
    'the time of an id may be a day ahead of the server'
);
select is(
    (
        select array_agg(c.outcome)
        from flowfabric.ff_create_executions(
            'lane', array['1', '2']::jsonb[],
            '{"execution_id": [
                "01b8dd58-e200-7000-9000-000000000001", "01B8DD58-E200-7FFF-AFFF-000000000002"
            ]}'
        ) as c
    ),
    '{created,created}',
    'items of a batch may have ids, in upper case too'
);
select * from finish();
rollback;
