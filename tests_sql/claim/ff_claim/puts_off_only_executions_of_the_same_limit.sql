-- tests_sql/claim/ff_claim/puts_off_only_executions_of_the_same_limit.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/lines.sql
-- given a budget and a quota policy with the same id, and two executions of each
select pg_temp.budget() as done \gset
select pg_temp.policy(10000, 1, 0, 177) as done \gset
select pg_temp.submit(1, 2, 177) as done \gset
select pg_temp.submit(3, 4, p_budgets => array[1]) as done \gset
select is(pg_temp.claim_all(), '1 3 4', 'the policy refuses one execution of the policy');
select is(pg_temp.line(), '2 in 10 s', 'no other execution is put off');
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
