begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given suspensions of each kind whose timeout has passed
create temporary table parked as
select * from pg_temp.parked_in_each_way(60000);
do $when$ begin perform pg_temp.advance('1 minute'); end $when$;
-- when a scheduler asks for work; then
create temporary table permitted as
select g.* from flowfabric.ff_claim_for_worker('lane', 'b', 'b-1') as g;
select results_eq(
    'select execution_id, kind from permitted',
    $$select p.id, 'resume' from parked as p where p.behavior like 'auto%'$$,
    'it gets the one that resumes'
);
select results_eq(
    $$
        select p.behavior, flowfabric.ff_read_execution_state(p.id)
        from parked as p
        order by p.behavior
    $$,
    $$
        values
        ('auto_resume_with_timeout_signal', 'waiting'), ('cancel', 'cancelled'),
        ('escalate', 'suspended'), ('expire', 'expired'), ('fail', 'failed')
    $$,
    'the other suspensions are settled on its way'
);
select
    is_empty(
        $$select * from flowfabric.ff_claim_for_worker('lane', 'b', 'b-1')$$, 'nothing is left'
    );
select results_eq(
    $$
        select c.attempt_type, c.attempt_index, c.lease_epoch
        from permitted as p
        cross join lateral flowfabric.ff_claim_resumed_execution(p.execution_id, p.grant_key, 'b', 'b-1') as c
    $$,
    $$values ('resume', 0, 2::bigint)$$,
    'its worker continues the attempt'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
