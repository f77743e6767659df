begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given a lane without executions, and one in which each is delayed, held or over; when claimed;
-- then
do $given$
begin
    perform pg_temp.submit_number(1, p_delay_ms => 1000);
    perform pg_temp.submit_number(2, 'other lane');
    perform pg_temp.lease('a');
    perform flowfabric.ff_complete(pg_temp.lease('b'));
    perform flowfabric.ff_fail(pg_temp.lease('c'), 'broken');
end;
$given$;
select pg_temp.stored() as before
\gset

select is_empty(
    $$select * from flowfabric.ff_claim('lane', 'a', 'a-1')$$, 'nothing in this lane is due'
);
select is_empty(
    $$select * from flowfabric.ff_claim('nowhere', 'a', 'a-1')$$, 'an unknown lane has no work'
);
select is_empty(
    $$select * from flowfabric.ff_claim('Lane', 'a', 'a-1')$$,
    'lanes whose names differ by case are different lanes'
);
select is_empty(
    $$select * from flowfabric.ff_claim('lane ', 'a', 'a-1')$$,
    'lanes whose names differ by blanks are different lanes'
);
select is(pg_temp.stored(), :'before', 'a claim without work writes nothing');
select is(
    (select c.execution_id from flowfabric.ff_claim('other lane', 'a', 'a-1') as c),
    '00000000-0000-7000-8000-000000000002',
    'work is found only in its own lane'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
