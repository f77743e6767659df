begin;
select plan(16);
\set call 'select flowfabric.ff_await_children(%L, ''step'')'
\ir ../../lib/holder/refuses_callers_without_the_lease.sql
select * from finish();
rollback;
