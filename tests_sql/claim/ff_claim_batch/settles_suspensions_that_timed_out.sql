begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given suspensions of each kind whose timeout has passed, and one execution that simply waits
create temporary table parked as
select * from pg_temp.parked_in_each_way(60000);
do $when$ begin perform pg_temp.advance('1 minute'); end $when$;
select pg_temp.submit() as plain
\gset
-- when somebody claims a batch; then
select set_eq(
    $$
        select c.execution_id, c.attempt_type
        from flowfabric.ff_claim_batch('lane', 'b', 'b-1', 10) as c
    $$,
    format(
        $$
            select p.id, 'resume' from parked as p where p.behavior like 'auto%%'
            union all
            select %L::uuid, 'initial'
        $$,
        :'plain'
    ),
    'the batch takes the waiting execution and the resumed ones'
);
select results_eq(
    $$
        select p.behavior, flowfabric.ff_read_execution_state(p.id)
        from parked as p
        where p.behavior !~ 'auto'
        order by p.behavior
    $$,
    $$
        values
        ('cancel', 'cancelled'), ('escalate', 'suspended'), ('expire', 'expired'),
        ('fail', 'failed')
    $$,
    'the other suspensions are settled on its way'
);
select is_empty(
    $$select c.execution_id from flowfabric.ff_claim_batch('lane', 'b', 'b-1', 10) as c$$,
    'nothing is left'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
