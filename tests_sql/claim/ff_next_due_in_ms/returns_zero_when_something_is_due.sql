begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given an execution that waits, and another that is delayed; when asked; then
do $given$
begin
    perform pg_temp.submit_number(1);
    perform pg_temp.submit_number(2, p_delay_ms => 5000);
end;
$given$;
select pg_temp.stored() as before
\gset

select is(flowfabric.ff_next_due_in_ms('lane'), 0::bigint, 'a claim would find work now');
select is(pg_temp.stored(), :'before', 'the call writes nothing');
do $when$ begin perform pg_temp.advance('1 hour'); end $when$;
select is(flowfabric.ff_next_due_in_ms('lane'), 0::bigint, 'the result is never below zero');
do $when$
begin
    perform pg_temp.claim();
    perform pg_temp.claim();
    perform pg_temp.advance('30 s');
end;
$when$;
select is(flowfabric.ff_next_due_in_ms('lane'), 0::bigint, 'a lapsed lease is due, too');

select * from finish();
rollback;
