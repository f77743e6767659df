-- tests_sql/claim/ff_claim/refuses_grants_beyond_rate_and_budget.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/errors.sql
select pg_temp.policy(60000, 1, 0) as done \gset
select pg_temp.budget() as done \gset
select pg_temp.submit(1, 2, 1) as done \gset
select pg_temp.submit(3, 3, p_budgets => '{1}') as done \gset
select flowfabric.ff_report_usage(pg_temp.budget_id(), '{"tokens": 100}') as used \gset
select is(pg_temp.claim_all(1), '1', 'given one attempt has begun');
select is(
    pg_temp.refusal($$select flowfabric.ff_issue_claim_grant(pg_temp.id(2), 'w', 'w-1')$$),
    'ZF603 rate_limit_exceeded', 'a grant is refused while the window is full'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_issue_claim_grant(pg_temp.id(3), 'w', 'w-1')$$),
    'ZF605 budget_exceeded', 'a grant is refused while the budget is exhausted'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
