-- tests_sql/claim/ff_claim/does_not_put_off_executions_with_a_reservation.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given an execution that has reserved the whole budget and was handed back, and another in front
-- of it without a reservation
select pg_temp.budget() as done \gset
select pg_temp.submit(1, 1, p_budgets => '{1}') as done \gset
select pg_temp.claim_all(1) as done \gset
select flowfabric.ff_reserve_budget(pg_temp.budget_id(), pg_temp.id(1), '{"tokens": 100}') as r
\gset
select flowfabric.ff_delay(pg_temp.handle(1), 500) as done \gset
select pg_temp.submit(2, 3, p_budgets => '{1}') as done \gset
select pg_temp.advance('1 second') as done \gset
select is(
    pg_temp.claim_all(), '1',
    'the one in front is refused, the one with the reservation runs on'
);
select is(pg_temp.states(), '1 active, 2 budget_first, 3 budget_first', 'the others wait');
select flowfabric.ff_complete(pg_temp.handle(1)) as done \gset
select pg_temp.advance('1 millisecond') as done \gset
select is(pg_temp.claim_all(), '2 3', 'until the reservation is given back');
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
