begin;
select plan(16);
\set call 'select flowfabric.ff_delay(%L, 60000)'
\ir ../../lib/holder/refuses_who_does_not_hold_the_lease.sql
select * from finish();
rollback;
