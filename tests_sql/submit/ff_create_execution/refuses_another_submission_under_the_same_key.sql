-- tests_sql/submit/ff_create_execution/refuses_another_submission_under_the_same_key.sql
begin;
select plan(13);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
-- given an execution under an idempotency key; when another submission comes with the key; then
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', '{"a": 1}', p_idempotency_key => 'key',
        p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'given an execution'
);
select is(
    pg_temp.error_of(
        $$select flowfabric.ff_create_execution('lane', '{"a": 2}', p_idempotency_key => 'key')$$
    ),
    '{
        "sqlstate": "ZF205",
        "message": "the same key was used for a different submission",
        "detail": {
            "symbol": "idempotency_key_conflict",
            "idempotency_key": "key",
            "execution_id": "00000000-0000-7000-8000-000000000001"
        },
        "hint": "A key stands for one lane, kind and content; use another key for another submission."
    }',
    'other content is a conflict, and the error names the execution that has the key'
);
select throws_ok(
    $$select flowfabric.ff_create_execution('other', '{"a": 1}', p_idempotency_key => 'key')$$,
    'ZF205', 'the same key was used for a different submission',
    'another lane is a conflict'
);
select throws_ok(
    $$select flowfabric.ff_create_execution(
        'lane', '{"a": 1}', p_kind => 'other', p_idempotency_key => 'key'
    )$$,
    'ZF205', 'the same key was used for a different submission',
    'another kind is a conflict'
);
select throws_ok(
    $$select flowfabric.ff_create_execution('lane', p_idempotency_key => 'key')$$,
    'ZF205', 'the same key was used for a different submission',
    'no content is a conflict'
);
select throws_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_payload => convert_to('{"a": 1}', 'UTF8'), p_idempotency_key => 'key'
    )$$,
    'ZF205', 'the same key was used for a different submission',
    'the same content as bytes is a conflict'
);
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_payload => '\x', p_idempotency_key => 'empty bytes'
    )$$,
    'given an execution whose content is an empty byte string'
);
select throws_ok(
    $$select flowfabric.ff_create_execution('lane', p_idempotency_key => 'empty bytes')$$,
    'ZF205', 'the same key was used for a different submission',
    'no content is not an empty byte string'
);
select lives_ok(
    $$select flowfabric.ff_create_execution('lane', 'null', p_idempotency_key => 'json null')$$,
    'given an execution whose content is the JSON null'
);
select throws_ok(
    $$select flowfabric.ff_create_execution('lane', p_idempotency_key => 'json null')$$,
    'ZF205', 'the same key was used for a different submission',
    'no content is not the same as the JSON null'
);
select results_eq(
    $$select k.lane_id, k.kind
    from flowfabric.ff_idempotency as k
    where k.key_digest = flowfabric._key_digest('idempotency:default', 'key')$$,
    $$values ('lane', 'default')$$,
    'the key still finds its execution'
);
select throws_ok(
    $$select flowfabric.ff_create_execution(
        'lane', '{"a": 9}', p_idempotency_key => 'fresh',
        p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'ZF205', 'the same key was used for a different submission',
    'a new key does not return the id of another submission'
);
select is_empty(
    $$select 1 from flowfabric.ff_idempotency as k
    where k.key_digest = flowfabric._key_digest('idempotency:default', 'fresh')$$,
    'the refused call does not take the new key'
);
select * from finish();
rollback;
