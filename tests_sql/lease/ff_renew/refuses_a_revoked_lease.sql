begin;
select plan(6);
\set call 'select flowfabric.ff_renew(%L)'
\ir ../../lib/holder/refuses_a_revoked_lease.sql
select * from finish();
rollback;
