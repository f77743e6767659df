begin;
select plan(7);
\set call 'select flowfabric.ff_assert_lease(%L)'
\ir ../../lib/holder/refuses_an_expired_lease.sql
select * from finish();
rollback;
