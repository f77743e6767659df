begin;
select plan(6);
\set call 'select flowfabric.ff_fail(%L, $$broken$$)'
\ir ../../lib/holder/refuses_a_revoked_lease.sql
select * from finish();
rollback;
