begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given a deadline in 10 s; when an attempt fails whose retry would come in 60 s; then
do $given$
begin
    perform pg_temp.submit_number(
        1,
        p_deadline_ms => 10000,
        p_policy => '{"retry_policy": {"backoff": {"type": "fixed", "delay_ms": 60000}}}'
    );
end;
$given$;
select pg_temp.claim('a') as handle
\gset
select flowfabric.ff_fail(:'handle', 'broken');

select is(flowfabric.ff_next_due_in_ms('lane'), 10000::bigint, 'it is due at the deadline');
do $when$ begin perform pg_temp.advance('10 s'); end $when$;
select is_empty(
    $$select * from flowfabric.ff_claim('lane', 'b', 'b-1')$$, 'no claim gets the retry'
);
select results_eq(
    $$
        select public_state, failure_reason
        from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000001')
    $$,
    $$values ('expired', 'execution_deadline')$$,
    'it has expired'
);
select results_eq(
    $$select kind, outcome from pg_temp.events()$$,
    $$values ('acquired', 'none'), ('released', 'none'), ('completed', 'expired')$$,
    'no expiry of its lease is recorded: it was released before'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
