begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql

-- given many executions of high priority that no worker here can run, and one of low priority; when
-- claimed; then
select
    pg_temp.submit_number(
        n, p_priority => 9000 - n, p_required_capabilities => array['special' || n % 7, 'gpu']
    )
from generate_series(1, 50) as n;
do $given$ begin perform pg_temp.submit_number(99); end $given$;

select is(
    (select c.execution_id from flowfabric.ff_claim('lane', 'a', 'a-1', '{gpu}') as c),
    '00000000-0000-7000-8000-000000000063',
    'the execution of low priority is found'
);
select is_empty(
    $$select * from flowfabric.ff_claim('lane', 'a', 'a-1', '{gpu}')$$, 'no other is found'
);

select * from finish();
rollback;
