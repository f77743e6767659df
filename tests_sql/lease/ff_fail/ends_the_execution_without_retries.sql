begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/no_retries.sql

-- given executions whose policy has no retries, said in several ways; when they fail; then
create temporary table cases (n, policy) as
values
(1, null::jsonb),
(2, '{}'),
(3, '{"retry_policy": {}}'),
(4, '{"retry_policy": {"max_retries": 0}}'),
(5, '{"max_reclaim_count": 5}');
do $given$
begin
    perform pg_temp.submit_number(c.n, 'lane' || c.n, p_policy => c.policy) from cases as c;
end;
$given$;
create temporary table held as
select
    c.n,
    l.handle
from cases as c
cross join lateral flowfabric.ff_claim('lane' || c.n, 'a', 'a-1') as l;
do $when$ begin perform pg_temp.advance('10 s'); end $when$;

create temporary table failed as
select
    h.n,
    to_jsonb(flowfabric.ff_fail(h.handle, 'broken', p_detail => '{"line": 7}')) as answer
from held as h;

select results_eq(
    'select n, answer from failed order by n',
    $$
        select n, '{
            "outcome": "terminal_failed",
            "retry_at": null,
            "retry_in_ms": null,
            "next_attempt_index": null,
            "is_replay": false
        }'::jsonb
        from cases
        order by n
    $$,
    'they end failed'
);
select results_eq(
    $$
        select
            lifecycle_phase, ownership_state, eligibility_state, blocking_reason, terminal_outcome,
            attempt_state, public_state, claimable_at, retry_count, lease_epoch, terminal_at
        from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000001')
    $$,
    $$
        values (
            'terminal', 'unowned', 'not_applicable', 'none', 'failed', 'attempt_terminal', 'failed',
            null::timestamptz, 0, 1::bigint, '2030-01-01 12:00:10+00'::timestamptz
        )
    $$,
    'the execution has ended'
);
select results_eq(
    $$
        select public_state, failure_reason, failure_category, failure_detail, output, result
        from flowfabric.ff_get_execution_result('00000000-0000-7000-8000-000000000001')
    $$,
    $$values ('failed', 'broken', 'transient', '{"line": 7}'::jsonb, null::jsonb, null::bytea)$$,
    'its result gives the reason'
);
select results_eq(
    $$
        select
            attempt_index, outcome, failure_reason, failure_category, failure_detail, ended_at,
            retry_at
        from flowfabric.ff_list_attempts('00000000-0000-7000-8000-000000000001')
    $$,
    $$
        values (
            0, 'ended_failure', 'broken', 'transient', '{"line": 7}'::jsonb,
            '2030-01-01 12:00:10+00'::timestamptz, null::timestamptz
        )
    $$,
    'its attempt gives the reason'
);
select results_eq(
    $$
        select
            outcome::text, occurred_at, pg_temp.number(execution_id), lease_epoch,
            flow_id, namespace, details, worker_id, worker_instance_id
        from flowfabric.ff_event
        where kind = 'completed'
        order by pg_temp.number(execution_id)
    $$,
    $$
        select
            'failed', '2030-01-01 12:00:10+00'::timestamptz, n, 1::bigint,
            null::uuid, null::text, null::jsonb, 'a', 'a-1'
        from cases
        order by n
    $$,
    'each has one completion event'
);
do $when$ begin perform pg_temp.advance('1 day'); end $when$;
select is_empty(
    $$select c.* from cases cross join lateral flowfabric.ff_claim('lane' || n, 'b', 'b-1') as c$$,
    'no claim gets them again'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
