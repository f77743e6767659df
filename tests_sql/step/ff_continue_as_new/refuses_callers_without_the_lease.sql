begin;
select plan(16);
\set call 'select flowfabric.ff_continue_as_new(%L)'
\ir ../../lib/holder/refuses_callers_without_the_lease.sql
select * from finish();
rollback;
