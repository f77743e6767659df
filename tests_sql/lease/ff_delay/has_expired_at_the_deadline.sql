begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given an execution with a deadline in a minute; when its holder delays it for an hour; then
do $given$ begin perform pg_temp.submit_number(1, p_deadline_ms => 60000); end $given$;
select is(
    to_jsonb(flowfabric.ff_delay(pg_temp.claim('a'), 3600000)) - 'execution_id',
    '{
        "public_state": "delayed", "claimable_at": "2030-01-01T12:01:00+00:00",
        "claimable_in_ms": 60000, "is_replay": false
    }',
    'it is due when its deadline has come'
);
do $when$ begin perform pg_temp.advance('1 minute'); end $when$;
select is(pg_temp.claim('b'), null, 'no claim gets it then');
select results_eq(
    $$
        select public_state, failure_reason, lease_epoch, total_attempt_count
        from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000001')
    $$,
    $$values ('expired', 'execution_deadline', 1::bigint, 1)$$,
    'it has expired'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
