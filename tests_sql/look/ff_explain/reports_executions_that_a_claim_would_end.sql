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
select is(pg_temp.gate(:'id', 'deadline'), 'open ahead', 'a deadline that is ahead');
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select is(pg_temp.gate(:'id', 'verdict'), 'closed deadline', 'a deadline that is over');
do $when$ begin perform pg_temp.claim('a'); end $when$;
select is(pg_temp.gate(:'id', 'deadline'), 'open over', 'which is not ahead again when it has ended');
select is(pg_temp.gate_detail(:'id', 'verdict'), '{"closed_gates": ["phase"]}', 'it has only ended');
select pg_temp.execution_of(pg_temp.lease('a', 1000, '{"max_reclaim_count": 0}')) as id \gset
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select is(pg_temp.gate(:'id', 'attempts'), 'closed reclaims_exhausted', 'one takeover too many');
select pg_temp.execution_of(
    pg_temp.lease('a', 5000, '{"timeout_policy": {"attempt_timeout_ms": 1000}}')
) as id \gset
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select is(pg_temp.gate(:'id', 'attempts'), 'closed expires', 'an attempt out of time, and no retry');
select pg_temp.execution_of(pg_temp.lease('a', 5000, '{
    "timeout_policy": {"attempt_timeout_ms": 1000}, "retry_policy": {"max_retries": 1}
}')) as id \gset
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select is(pg_temp.gate(:'id', 'attempts'), 'closed timed_out', 'or with a retry that is still to wait');
select pg_temp.execution_of(pg_temp.lease('a', 5000, '{
    "timeout_policy": {"attempt_timeout_ms": 1000},
    "retry_policy": {"backoff": {"type": "fixed", "delay_ms": 0}}
}')) as id \gset
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select is(pg_temp.gate(:'id', 'verdict'), 'open claimable', 'or at once');
select outcome from flowfabric.ff_cancel_execution(:'id', 'enough') \gset
select is(pg_temp.gate(:'id', 'phase'), 'closed cancelled', 'what is over is over');
select is(
    pg_temp.gate_detail(:'id', 'phase') ->> 'cancellation_reason', 'enough', 'and says why'
);
select * from finish();
rollback;
