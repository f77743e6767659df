begin;
select plan(16);
\set call 'select flowfabric.ff_sleep(%L, ''step'', 60000)'
\ir ../../lib/holder/refuses_callers_without_the_lease.sql
select * from finish();
rollback;
