-- tests_sql/claim/ff_claim/waits_for_exhausted_budgets.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given two executions that spend of one budget
select pg_temp.budget() as budget \gset
select pg_temp.submit(1, 2, p_budgets => '{1}') as done \gset
select pg_temp.submit(3, 3) as done \gset
select is(pg_temp.claim_all(1), '1', 'there is budget left');
select s.outcome
from flowfabric.ff_record_spend(pg_temp.budget_id(), pg_temp.id(1), '{"tokens": 99}') as s \gset
select flowfabric.ff_delay(pg_temp.handle(1), 0) as released \gset
select is(pg_temp.claim_all(), '2 3 1', 'there is still budget left');
select s.outcome
from flowfabric.ff_record_spend(pg_temp.budget_id(), pg_temp.id(1), '{"tokens": 1}') as s \gset
select flowfabric.ff_delay(pg_temp.handle(1), 0) as released \gset
select is(pg_temp.claim_all(), '', 'at exactly its limit the budget is exhausted');
select results_eq(
    $$select d.public_state, d.eligibility_state::text, d.blocking_reason::text
    from flowfabric.ff_describe_execution(pg_temp.id(1)) as d$$,
    $$values ('rate_limited', 'blocked_by_budget', 'waiting_for_budget')$$,
    'the state says that the execution waits for the budget'
);
select is(
    (
        select e.claimable_at - pg_temp.clock() from flowfabric.ff_exec_core as e
        where pg_temp.number(e.execution_id) = 1
    ),
    interval '5 seconds', 'the execution looks again later'
);
select flowfabric.ff_reset_budget(pg_temp.budget_id()) as reset \gset
select results_eq(
    $$select c.attempt_type, c.attempt_index from flowfabric.ff_claim('lane', 'w', 'w-1') as c$$,
    $$values ('resume', 0)$$,
    'after a reset it is claimed at once'
);
select is(pg_temp.claim_all(), '', 'no other execution is there');
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
