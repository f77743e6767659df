-- tests_sql/execution/ff_get_execution_result/returns_the_result_of_the_worker.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
-- given executions completed with JSON, with bytes, and with nothing; then
create function pg_temp.finish(
    p_id uuid, p_output jsonb default null, p_result bytea default null
) returns void language sql as $$
    select flowfabric.ff_create_execution('lane', p_execution_id => p_id);
    select flowfabric.ff_complete(pg_temp.claim(), p_output, p_result);
$$;
select lives_ok(
    $$select
        pg_temp.finish('00000000-0000-7000-8000-000000000001', '{"sent": [1, 2]}'),
        pg_temp.finish('00000000-0000-7000-8000-000000000002', null, '\x00ff'),
        pg_temp.finish('00000000-0000-7000-8000-000000000003'),
        pg_temp.finish('00000000-0000-7000-8000-000000000004', 'null')$$,
    'given the executions'
);
select
    is(
        to_jsonb(r),
        '{
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "public_state": "completed",
        "output": {"sent": [1, 2]},
        "result": null,
        "failure_reason": null,
        "failure_category": null,
        "failure_detail": null,
        "cancellation_reason": null,
        "terminal_at": "2030-01-01T12:00:00+00:00"
    }',
        'JSON comes back as JSON'
    )
from flowfabric.ff_get_execution_result('00000000-0000-7000-8000-000000000001') as r;
select results_eq(
    $$select r.output, r.result, r.public_state
    from unnest(array[
        '00000000-0000-7000-8000-000000000002',
        '00000000-0000-7000-8000-000000000003',
        '00000000-0000-7000-8000-000000000004'
    ]::uuid[]) as i (execution_id)
    cross join lateral flowfabric.ff_get_execution_result(i.execution_id) as r$$,
    $$values
    (null::jsonb, '\x00ff'::bytea, 'completed'),
    (null, null, 'completed'),
    ('null', null, 'completed')$$,
    'bytes come back as bytes, nothing as null, and the JSON null as itself'
);
select * from finish();
rollback;
