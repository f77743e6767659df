begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given a policy with retries; when an attempt fails; then
do $given$
begin
    perform pg_temp.submit_number(
        1,
        p_namespace => 'tenant',
        p_tags => '{"a.b": "c"}',
        p_policy => '{
            "retry_policy": {"max_retries": 1, "backoff": {"type": "fixed", "delay_ms": 5000}}
        }'
    );
end;
$given$;
create temporary table held as
select c.* from flowfabric.ff_claim('lane', 'a', 'a-1') as c;
do $when$ begin perform pg_temp.advance('10 s'); end $when$;

select
    is(
        to_jsonb(flowfabric.ff_fail(h.handle, 'broken', 'infra_crash', 'disk', '{"line": 7}')),
        '{
    "outcome": "retry_scheduled",
    "retry_at": "2030-01-01T12:00:15+00:00",
    "retry_in_ms": 5000,
    "next_attempt_index": 1,
    "is_replay": false
    }',
        'the answer has the time of the retry'
    )
from held as h;
select results_eq(
    $$
        select
            lifecycle_phase, ownership_state, eligibility_state, blocking_reason, terminal_outcome,
            attempt_state, public_state, claimable_at, retry_count, lease_reclaim_count,
            lease_epoch,
            lease_id, failure_reason, failure_category, attempt_index
        from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000001')
    $$,
    $$
        values (
            'runnable', 'unowned', 'not_eligible_until_time', 'waiting_for_retry_backoff', 'none',
            'pending_retry_attempt', 'delayed', '2030-01-01 12:00:15+00'::timestamptz, 1, 0,
            1::bigint,
            null::uuid, 'broken', 'disk', 0
        )
    $$,
    'the execution waits for its retry'
);
select results_eq(
    $$
        select
            attempt_index, attempt_id, lease_id, lease_epoch, attempt_type, outcome, worker_id,
            failure_reason, failure_category, failure_detail, started_at, ended_at, retry_at
        from flowfabric.ff_list_attempts('00000000-0000-7000-8000-000000000001')
    $$,
    $$
        select
            0, attempt_id, lease_id, 1::bigint, 'initial', 'ended_failure', 'a',
            'broken', 'disk', '{"line": 7}'::jsonb, '2030-01-01 12:00:00+00'::timestamptz,
            '2030-01-01 12:00:10+00'::timestamptz, '2030-01-01 12:00:15+00'::timestamptz
        from held
    $$,
    'the attempt has ended, with its reason'
);
select results_eq(
    $$
        select kind::text, outcome::text, occurred_at, lease_epoch, namespace, worker_id,
            details
        from flowfabric.ff_event
        where kind <> 'acquired'
    $$,
    $$
        values (
            'released', 'none', '2030-01-01 12:00:10+00'::timestamptz, 1::bigint,
            'tenant', 'a',
            '{"reason": "retry_scheduled", "category": "disk", "retry_at": "2030-01-01T12:00:15+00:00"}'::jsonb
        )
    $$,
    'the event is a release, not a completion'
);
do $when$ begin perform pg_temp.advance('4999999 us'); end $when$;
select is_empty(
    $$select * from flowfabric.ff_claim('lane', 'b', 'b-1')$$,
    'a microsecond before its time no claim gets it'
);
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select is(
    (
        select d.public_state || ' ' || d.blocking_reason
        from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000001') as d
    ),
    'waiting waiting_for_worker',
    'at its time the next claim does'
);
select results_eq(
    $$
        select attempt_index, attempt_type, lease_epoch
        from flowfabric.ff_claim('lane', 'b', 'b-1')
    $$,
    $$values (1, 'retry', 2::bigint)$$,
    'the next attempt is a retry'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
