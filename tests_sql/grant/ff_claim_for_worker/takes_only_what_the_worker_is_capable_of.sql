begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql

-- given work that needs a GPU before work that needs nothing; then
do $given$
begin
    perform pg_temp.submit_number(1, p_priority => 9, p_required_capabilities => '{gpu}');
    perform pg_temp.submit_number(2, p_required_capabilities => '{}');
    perform pg_temp.submit_number(3, p_required_capabilities => '{GPU}');
end;
$given$;
select results_eq(
    $$select execution_id from flowfabric.ff_claim_for_worker('lane', 'a', 'a-1')$$,
    $$values (pg_temp.id(2))$$,
    'a worker without capabilities gets the work that needs none'
);
select is_empty(
    $$select * from flowfabric.ff_claim_for_worker('lane', 'a', 'a-1', '{cpu}')$$,
    'it gets nothing else'
);
select results_eq(
    $$select execution_id from flowfabric.ff_claim_for_worker('lane', 'a', 'a-1', '{cpu,gpu}')$$,
    $$values (pg_temp.id(1))$$,
    'a worker with a GPU gets the other work'
);
select is_empty(
    $$select * from flowfabric.ff_claim_for_worker('other', 'a', 'a-1', '{cpu,gpu,GPU}')$$,
    'but only from the lane that it asks for'
);

select * from finish();
rollback;
