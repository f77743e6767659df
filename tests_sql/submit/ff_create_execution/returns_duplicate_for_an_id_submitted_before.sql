-- tests_sql/submit/ff_create_execution/returns_duplicate_for_an_id_submitted_before.sql
begin;
select plan(10);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
-- given an execution under an id of the caller's; when the id is submitted again; then
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', '{"a": 1}', p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'given an execution'
);
select
    is(
        to_jsonb(c),
        '{
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "outcome": "duplicate",
        "public_state": "waiting"
    }',
        'the same submission is a duplicate'
    )
from flowfabric.ff_create_execution(
    'lane', '{"a": 1}', p_execution_id => '00000000-0000-7000-8000-000000000001'
) as c;
select is(
    (
        select c.outcome
        from flowfabric.ff_create_execution(
            'lane', '{"a": 1}', p_priority => 5,
            p_execution_id => '00000000-0000-7000-8000-000000000001'
        ) as c
    ),
    'duplicate',
    'also with another priority: only lane, kind and content count'
);
select throws_ok(
    $$select flowfabric.ff_create_execution(
        'lane', '{"a": 2}', p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'ZF205',
    'the same key was used for a different submission',
    'other content is a conflict'
);
select throws_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_payload => convert_to('{"a": 1}', 'UTF8'),
        p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'ZF205', null,
    'the same content as bytes is a conflict'
);
select throws_ok(
    $$select flowfabric.ff_create_execution(
        'other', '{"a": 1}', p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'ZF205', null,
    'another lane is a conflict'
);
select throws_ok(
    $$select flowfabric.ff_create_execution(
        'lane', '{"a": 1}', p_kind => 'other',
        p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'ZF205', null,
    'another kind is a conflict'
);
select throws_ok(
    $$select flowfabric.ff_create_execution(
        'lane', '{"a": 1}', p_namespace => 'other',
        p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'ZF205', null,
    'another namespace is a conflict: one tenant does not learn of another''s execution'
);
select is(
    (
        select f.public_state from flowfabric.ff_complete(pg_temp.claim()) as f
    ),
    'completed',
    'given the execution has finished'
);
select
    is(
        to_jsonb(c),
        '{
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "outcome": "duplicate",
        "public_state": "completed"
    }',
        'the same submission is still a duplicate, with the state'
    )
from flowfabric.ff_create_execution(
    'lane', '{"a": 1}', p_execution_id => '00000000-0000-7000-8000-000000000001'
) as c;
select * from finish();
rollback;
