-- tests_sql/execution/ff_list_attempts/lists_every_attempt_in_order.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
-- given an execution that failed, whose retry was taken over, and then completed; then
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane',
        p_policy => '{"retry_policy": {"backoff": {"type": "fixed", "delay_ms": 1000}}}',
        p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'given an execution'
);
select is_empty(
    $$select flowfabric.ff_list_attempts('00000000-0000-7000-8000-000000000001')$$,
    'before the first claim there is no attempt'
);

create temporary table claimed as
select
    c.*,
    0 as item
from flowfabric.ff_claim('lane', 'a', 'a-1') as c;
select results_eq(
    $$select a.attempt_index, a.attempt_type, a.outcome, a.ended_at
    from flowfabric.ff_list_attempts('00000000-0000-7000-8000-000000000001') as a$$,
    $$values (0, 'initial', null, null::timestamptz)$$,
    'an attempt that runs has no outcome'
);
select lives_ok(
    $$select flowfabric.ff_fail(c.handle, 'broken', 'transient', 'network', '{"errno": 113}')
    from claimed as c
    where c.item = 0$$,
    'given the first attempt fails'
);
select is(
    (
        select count(*)
        from flowfabric.ff_list_attempts('00000000-0000-7000-8000-000000000001')
    ),
    1::bigint,
    'while the retry waits, there is one attempt'
);
select pg_temp.advance('1 second');
insert into claimed
select
    c.*,
    1 as item
from flowfabric.ff_claim('lane', 'b', 'b-1') as c;
select pg_temp.advance('30 seconds');
insert into claimed
select
    c.*,
    2 as item
from flowfabric.ff_claim('lane', 'c', 'c-1') as c;
select pg_temp.advance('1 second');
select lives_ok(
    'select flowfabric.ff_complete(c.handle) from claimed as c where c.item = 2',
    'given the third attempt completes it'
);
select is(
    (
        select
            jsonb_agg(
                to_jsonb(a) - array['execution_id', 'attempt_id', 'lease_id']
                order by a.attempt_index
            )
        from flowfabric.ff_list_attempts('00000000-0000-7000-8000-000000000001') as a
    ),
    '[
        {
            "attempt_index": 0,
            "attempt_type": "initial",
            "outcome": "ended_failure",
            "worker_id": "a",
            "worker_instance_id": "a-1",
            "lease_epoch": 1,
            "started_at": "2030-01-01T12:00:00+00:00",
            "ended_at": "2030-01-01T12:00:00+00:00",
            "failure_reason": "broken",
            "failure_category": "network",
            "failure_detail": {"errno": 113},
            "retry_at": "2030-01-01T12:00:01+00:00"
        },
        {
            "attempt_index": 1,
            "attempt_type": "retry",
            "outcome": "interrupted_reclaimed",
            "worker_id": "b",
            "worker_instance_id": "b-1",
            "lease_epoch": 2,
            "started_at": "2030-01-01T12:00:01+00:00",
            "ended_at": "2030-01-01T12:00:31+00:00",
            "failure_reason": null,
            "failure_category": null,
            "failure_detail": null,
            "retry_at": null
        },
        {
            "attempt_index": 2,
            "attempt_type": "reclaim",
            "outcome": "ended_success",
            "worker_id": "c",
            "worker_instance_id": "c-1",
            "lease_epoch": 3,
            "started_at": "2030-01-01T12:00:31+00:00",
            "ended_at": "2030-01-01T12:00:32+00:00",
            "failure_reason": null,
            "failure_category": null,
            "failure_detail": null,
            "retry_at": null
        }
    ]',
    'each attempt has its worker, its times and its outcome'
);
select results_eq(
    $$select a.execution_id, a.attempt_index, a.attempt_id, a.lease_id
    from flowfabric.ff_list_attempts('00000000-0000-7000-8000-000000000001') as a$$,
    $$select c.execution_id, c.attempt_index, c.attempt_id, c.lease_id
    from claimed as c
    order by c.item$$,
    'they are in order, with the ids that the workers had'
);
select * from finish();
rollback;
