-- tests_sql/claim/ff_claim/does_not_share_unless_asked.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
select pg_temp.submit(1, 3, p_fairness_key => 'a') as done \gset
select pg_temp.submit(4, 4, p_fairness_key => 'b') as done \gset
select is(
    pg_temp.claim_all(), '1 2 3 4',
    'executions are claimed in the order of their submission'
);
select is((select count(*)::integer from flowfabric.ff_route), 1, 'all of them are in one route');
select is_empty('select 1 from flowfabric.ff_fair_turn', 'no turns are recorded');
select * from finish();
rollback;
