-- tests_sql/look/ff_explain/reports_executions_that_a_claim_would_end.sql
-- noqa: disable=LT05
begin;
select plan(10);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/explained.sql
\ir ../../lib/no_retries.sql
-- given executions that a claim would end, not take; then
select execution_id as id from flowfabric.ff_create_execution('lane', p_deadline_ms => 1000) \gset
select is(pg_temp.gate(:'id', 'deadline'), 'open ahead', 'a deadline in the future');
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select is(pg_temp.gate(:'id', 'verdict'), 'closed deadline', 'a deadline that has passed');
do $when$ begin perform pg_temp.claim('a'); end $when$;
select is(pg_temp.gate(:'id', 'deadline'), 'open over', 'an ended execution has no deadline ahead');
select is(pg_temp.gate_detail(:'id', 'verdict'), '{"closed_gates": ["phase"]}', 'it has ended');
select pg_temp.execution_of(pg_temp.lease('a', 1000, '{"max_reclaim_count": 0}')) as id \gset
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select is(pg_temp.gate(:'id', 'attempts'), 'closed reclaims_exhausted', 'a takeover past the cap');
select pg_temp.execution_of(
    pg_temp.lease('a', 5000, '{"timeout_policy": {"attempt_timeout_ms": 1000}}')
) as id \gset
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select is(
    pg_temp.gate(:'id', 'attempts'), 'closed expires',
    'an attempt past its timeout, without a retry'
);
select pg_temp.execution_of(pg_temp.lease('a', 5000, '{
    "timeout_policy": {"attempt_timeout_ms": 1000}, "retry_policy": {"max_retries": 1}
}')) as id \gset
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select is(pg_temp.gate(:'id', 'attempts'), 'closed timed_out', 'with a retry that has a delay');
select pg_temp.execution_of(pg_temp.lease('a', 5000, '{
    "timeout_policy": {"attempt_timeout_ms": 1000},
    "retry_policy": {"backoff": {"type": "fixed", "delay_ms": 0}}
}')) as id \gset
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select is(pg_temp.gate(:'id', 'verdict'), 'open claimable', 'with a retry at once');
select outcome from flowfabric.ff_cancel_execution(:'id', 'enough') \gset
select is(pg_temp.gate(:'id', 'phase'), 'closed cancelled', 'an ended execution is ended');
select is(
    pg_temp.gate_detail(:'id', 'phase') ->> 'cancellation_reason', 'enough',
    'the detail has its outcome'
);
select * from finish();
rollback;
