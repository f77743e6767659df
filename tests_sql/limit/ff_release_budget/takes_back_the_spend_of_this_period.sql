-- tests_sql/limit/ff_release_budget/takes_back_the_spend_of_this_period.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/errors.sql
select pg_temp.budget() as budget \gset
select pg_temp.submit(1, 2) as done \gset
select pg_temp.submit(3, 3, p_budgets => '{1}') as done \gset
create function pg_temp.usage() returns jsonb language sql as $$
    select s.usage -> 'tokens' from flowfabric.ff_get_budget_status(pg_temp.budget_id()) as s
$$;
select count(*) as spent from generate_series(1, 2) as n,
    lateral flowfabric.ff_record_spend(pg_temp.budget_id(), pg_temp.id(n), '{"tokens": 40}')
\gset
select flowfabric.ff_report_usage(pg_temp.budget_id(), '{"tokens": 20}') as used \gset
select is(pg_temp.claim_all(1), '1', 'the first execution begins');
select is(pg_temp.claim_all(), '2', 'the second has no budget left, the third waits');
select is(
    (select r.outcome from flowfabric.ff_release_budget(pg_temp.budget_id(), pg_temp.id(1)) as r),
    'released', 'the spend of the first is taken back'
);
select is(pg_temp.usage(), '60', 'exactly that amount');
select is(pg_temp.claim_all(), '3', 'the waiting execution is claimed at once');
select flowfabric.ff_release_budget(pg_temp.budget_id(), pg_temp.id(1)) as again \gset
select is(pg_temp.usage(), '60', 'once');
select flowfabric.ff_reset_budget(pg_temp.budget_id()) as reset \gset
-- given ticks have not removed the entries of the earlier period yet
select flowfabric.ff_record_spend(pg_temp.budget_id(), pg_temp.id(1), '{"tokens": 5}') as spent
\gset
select flowfabric.ff_release_budget(pg_temp.budget_id(), pg_temp.id(2)) as released \gset
select is(pg_temp.usage(), '5', 'the spend of an earlier period is not taken back');
select is(
    pg_temp.refusal('select flowfabric.ff_release_budget(pg_temp.budget_id(3), pg_temp.id(1))')
    || ', ' || pg_temp.refusal('select flowfabric.ff_release_budget(null, pg_temp.id(1))')
    || ', ' || pg_temp.refusal('select flowfabric.ff_release_budget(pg_temp.budget_id(), null)'),
    'ZF602 budget_not_found, 22004 p_budget_id, 22004 p_execution_id', 'bad arguments are refused'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
