-- tests_sql/submit/ff_create_execution/returns_duplicate_for_a_key_used_before.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
-- given an execution under an idempotency key; when the same submission comes again; then
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', '{"a": 1}', p_idempotency_key => 'key',
        p_execution_id => '00000000-0000-7000-8000-000000000001'
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
        'it is a duplicate, with the id of the first'
    )
from flowfabric.ff_create_execution('lane', '{"a": 1}', p_idempotency_key => 'key') as c;
select
    is(
        to_jsonb(c),
        '{
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "outcome": "duplicate",
        "public_state": "waiting"
    }',
        'also when it has an id of its own: the key counts'
    )
from flowfabric.ff_create_execution(
    'lane', '{"a": 1}', p_idempotency_key => 'key',
    p_execution_id => '00000000-0000-7000-8000-000000000002'
) as c;
select is(
    (
        select c.outcome
        from flowfabric.ff_create_execution(
            'lane', '{"a": 1}', p_idempotency_key => 'key', p_priority => 7, p_delay_ms => 5,
            p_tags => '{"a.b": "c"}', p_required_capabilities => '{gpu}'
        ) as c
    ),
    'duplicate',
    'also with another priority, delay, tags and capabilities'
);
select results_eq(
    'select count(*) from flowfabric.ff_exec_core',
    'values (1::bigint)',
    'there is one execution'
);
select is(
    (select f.public_state from flowfabric.ff_complete(pg_temp.claim()) as f),
    'completed',
    'given the first execution has ended'
);
select
    is(
        to_jsonb(c),
        '{
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "outcome": "duplicate",
        "public_state": "completed"
    }',
        'it is still a duplicate, with the state of the first'
    )
from flowfabric.ff_create_execution('lane', '{"a": 1}', p_idempotency_key => 'key') as c;
select is(
    (
        select array_agg(c.outcome)
        from generate_series(1, 3) as i
        cross join lateral flowfabric.ff_create_execution(
            'lane', p_idempotency_key => 'no content', p_priority => i
        ) as c
    ),
    '{created,duplicate,duplicate}',
    'a key without content works in the same way'
);
select * from finish();
rollback;
