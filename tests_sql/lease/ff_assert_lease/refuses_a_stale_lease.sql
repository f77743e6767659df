begin;
select plan(16);
\set call 'select flowfabric.ff_assert_lease(%L)'
\ir ../../lib/holder/refuses_a_stale_lease.sql
select * from finish();
rollback;
