-- tests_sql/claim/ff_claim/serves_fairness_keys_in_turn.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given a lane that shares fairly, and one tenant that submitted much before the others
select flowfabric.ff_register_lane('lane', p_options => '{"fair_sharing": true}') as fair \gset
select pg_temp.submit(1, 6, p_fairness_key => 'a') as done \gset
select pg_temp.submit(7, 8, p_fairness_key => 'b') as done \gset
select pg_temp.submit(9, 10) as done \gset
select pg_temp.submit(11, 11, p_fairness_key => 'a', p_priority => 5) as done \gset
select is(pg_temp.claim_all(1), '11', 'priorities come first');
select is(pg_temp.claim_all(6), '1 7 9 2 8 10', 'then the tenants take turns');
select is(
    (
        select string_agg(c.input::text, ' ')
        from flowfabric.ff_claim_batch('lane', 'w', 'w-1', 2) as c
    ),
    '3 4', 'a tenant that is alone gets everything'
);
select pg_temp.submit(12, 20, p_fairness_key => 'c') as done \gset
select pg_temp.submit(21, 29, p_fairness_key => 'd') as done \gset
select is(
    (
        select string_agg(c.input::text, ' ' order by c.input)
        from flowfabric.ff_claim_batch('lane', 'w', 'w-1', 6) as c
    ),
    '5 6 12 13 21 22', 'a batch is shared among the tenants'
);
select is(
    (select count(*)::integer from flowfabric.ff_route), 2,
    'fairness keys make no routes'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
