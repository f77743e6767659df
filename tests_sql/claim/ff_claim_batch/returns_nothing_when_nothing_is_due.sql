begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given executions that are delayed, held or finished; when a batch is claimed; then
do $given$
begin
    perform pg_temp.submit_number(1, p_delay_ms => 1000);
    perform pg_temp.submit_number(2, 'other lane');
    perform pg_temp.lease('a');
    perform flowfabric.ff_complete(pg_temp.lease('b'));
end;
$given$;
select pg_temp.stored() as before
\gset

select is_empty(
    $$select * from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 10)$$,
    'nothing is due'
);
select is_empty(
    $$select * from flowfabric.ff_claim_batch('nowhere', 'a', 'a-1', 10)$$,
    'an unknown lane has no work'
);
select is(pg_temp.stored(), :'before', 'a claim without work writes nothing');

select * from finish();
rollback;
