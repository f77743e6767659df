-- tests_sql/claim/ff_claim/looks_later_at_a_new_period_that_is_reserved.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given a budget with periods of 10 seconds, which a running execution has reserved wholly, and two
-- executions that wait; when a period has ended and no call has begun the next one; then
select pg_temp.budget(p_reset_interval_ms => 10000) as done \gset
select pg_temp.submit(1, 1, p_budgets => '{1}') as done \gset
select pg_temp.claim_all(1) as done \gset
select r.outcome as done
from flowfabric.ff_reserve_budget(pg_temp.budget_id(), pg_temp.id(1), '{"tokens": 100}') as r
\gset
select pg_temp.submit(2, 3, p_budgets => '{1}') as done \gset
select pg_temp.advance('10500 milliseconds') as done \gset
select is(pg_temp.claim_all(), '', 'the reservation leaves nothing of the new period');
select is(
    (
        select min(e.claimable_at - pg_temp.clock())
        from flowfabric.ff_exec_core as e
        where e.state <> 'active'
    ),
    '5 seconds',
    'the waiting executions look again later, not at the moment of the reset, which has passed'
);
select is(
    (
        select e.changes_at - pg_temp.clock()
        from flowfabric.ff_explain(pg_temp.id(2)) as e
        where e.gate = 'budget'
    ),
    '9497 milliseconds', 'they look again at the next reset'
);
select flowfabric.ff_complete(pg_temp.handle(1)) as done \gset
select pg_temp.advance('1 millisecond') as done \gset
select is(pg_temp.claim_all(), '2 3', 'the end of the running execution lets them look at once');
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
