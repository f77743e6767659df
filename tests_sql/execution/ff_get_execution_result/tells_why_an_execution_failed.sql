-- tests_sql/execution/ff_get_execution_result/tells_why_an_execution_failed.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
-- given an execution that failed, and one that expired; then
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'given an execution'
);
select lives_ok(
    $$select flowfabric.ff_fail(
        pg_temp.claim(), 'no such address', 'permanent', 'smtp', '{"code": 550}'
    )$$,
    'given it fails'
);
select
    is(
        to_jsonb(r),
        '{
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "public_state": "failed",
        "output": null,
        "result": null,
        "failure_reason": "no such address",
        "failure_category": "smtp",
        "failure_detail": {"code": 550},
        "cancellation_reason": null,
        "terminal_at": "2030-01-01T12:00:00+00:00"
    }',
        'the result has reason, category and detail'
    )
from flowfabric.ff_get_execution_result('00000000-0000-7000-8000-000000000001') as r;
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_deadline_ms => 1, p_execution_id => '00000000-0000-7000-8000-000000000002'
    )$$,
    'given an execution with a deadline'
);
select pg_temp.advance('1 second');
select is(pg_temp.claim(), null, 'given the deadline passed');
select
    is(
        to_jsonb(r) - array['output', 'result'],
        '{
        "execution_id": "00000000-0000-7000-8000-000000000002",
        "public_state": "expired",
        "failure_reason": "execution_deadline",
        "failure_category": "timeout",
        "failure_detail": null,
        "cancellation_reason": null,
        "terminal_at": "2030-01-01T12:00:01+00:00"
    }',
        'the result of the expired one says so'
    )
from flowfabric.ff_get_execution_result('00000000-0000-7000-8000-000000000002') as r;
select flowfabric.ff_cancel_execution(
    (
        select c.execution_id
        from flowfabric.ff_create_execution('lane', p_delay_ms => 1000) as c
    ),
    'the customer left'
);
select is(
    (
        select r.cancellation_reason
        from flowfabric.ff_exec_core as e
        cross join lateral flowfabric.ff_get_execution_result(e.execution_id) as r
        where r.public_state = 'cancelled'
    ),
    'the customer left',
    'the result of a cancelled one has the reason of the cancellation'
);
select * from finish();
rollback;
