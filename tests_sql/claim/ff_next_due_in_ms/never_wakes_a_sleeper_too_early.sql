begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql

-- given an execution that is due at a fraction of a millisecond; when asked and slept; then
do $given$
begin
    perform pg_temp.advance('1 us');
    perform pg_temp.submit_number(1, p_delay_ms => 1000);
    perform pg_temp.advance('998500 us');
end;
$given$;

select is(flowfabric.ff_next_due_in_ms('lane'), 2::bigint, '1.5 ms are rounded up');
do $when$ begin perform pg_temp.advance('1499 us'); end $when$;
select is(
    flowfabric.ff_next_due_in_ms('lane'),
    1::bigint,
    'a microsecond is rounded up to a millisecond of sleep'
);
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select is(flowfabric.ff_next_due_in_ms('lane'), 0::bigint, 'after the sleep the work is due');
select isnt_empty(
    $$select * from flowfabric.ff_claim('lane', 'a', 'a-1')$$,
    'and a claim finds it'
);

select * from finish();
rollback;
