begin;
select plan(16);
\set call 'select flowfabric.ff_wait_signal(%L, ''step'', ''go'')'
\ir ../../lib/holder/refuses_callers_without_the_lease.sql
select * from finish();
rollback;
