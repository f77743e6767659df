-- tests_sql/lease/ff_renew/keeps_the_slots_of_a_lease.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given two slots and three executions that need one
select pg_temp.policy(0, 0, 2) as policy \gset
select pg_temp.submit(1, 3, 1) as submitted \gset
select pg_temp.claim_all(p_ttl_ms => 1000) as claimed \gset
select pg_temp.advance('900 milliseconds') as moved \gset
select flowfabric.ff_renew(pg_temp.handle(1), 10000) as renewed \gset
select flowfabric.ff_renew_batch(array[pg_temp.handle(2)], 1000) as renewed \gset
select pg_temp.advance('900 milliseconds') as moved \gset
select is(pg_temp.holders(), '1 2', 'slots are held as long as the leases');
select is(pg_temp.claim_all(), '', 'the third execution gets none');
select pg_temp.advance('100 milliseconds') as moved \gset
select is(pg_temp.holders(), '1', 'the slots are free when the leases have lapsed');
select is(pg_temp.claim_all(1), '2', 'then the third execution has one');
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
