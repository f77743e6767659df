begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given times at which work becomes due, each nearer than the one before; then the nearest counts
do $given$ begin perform pg_temp.submit_number(1, p_delay_ms => 60000); end $given$;
select is(flowfabric.ff_next_due_in_ms('lane'), 60000::bigint, 'a delay');
do $given$ begin perform pg_temp.lease('a', 50000); end $given$;
select is(flowfabric.ff_next_due_in_ms('lane'), 50000::bigint, 'the lease of another worker');
do $given$
begin
    perform flowfabric.ff_fail(
        pg_temp.lease('b',
        p_policy => '{"retry_policy": {"backoff": {"type": "fixed", "delay_ms": 40000}}}'),
        'broken'
    );
end;
$given$;
select is(flowfabric.ff_next_due_in_ms('lane'), 40000::bigint, 'a retry');
do $given$
begin
    perform pg_temp.submit_number(2, p_delay_ms => 90000, p_deadline_ms => 30000);
end;
$given$;
select is(flowfabric.ff_next_due_in_ms('lane'), 30000::bigint, 'the deadline of delayed work');
do $given$
begin
    perform pg_temp.submit_number(3, p_delay_ms => 20000, p_required_capabilities => '{gpu}');
end;
$given$;
select is(
    flowfabric.ff_next_due_in_ms('lane'), 30000::bigint,
    'work that the worker cannot run does not count'
);
select is(
    flowfabric.ff_next_due_in_ms('lane', '{gpu,cpu}'), 20000::bigint,
    'work that it can run counts'
);

select * from finish();
rollback;
