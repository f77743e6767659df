-- tests_sql/claim/ff_claim/keeps_tenants_apart.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given one policy with a key for each tenant
select pg_temp.policy(0, 0, 1) as policy \gset
select pg_temp.submit(1, 2, 1, 'acme') as done \gset
select pg_temp.submit(3, 4, 1, 'bell') as done \gset
select pg_temp.submit(5, 5, 1) as done \gset
select is(pg_temp.claim_all(), '1 3 5', 'each tenant has its own slot');
select flowfabric.ff_complete(pg_temp.handle(3)) as done \gset
select is(pg_temp.claim_all(), '4', 'a slot that is given back goes to the same tenant');
select is(pg_temp.holders(), '1 4 5', 'each tenant holds one slot');
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
