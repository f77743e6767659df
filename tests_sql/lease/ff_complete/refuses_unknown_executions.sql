begin;
select plan(5);
\set call 'select flowfabric.ff_complete(%L)'
\ir ../../lib/holder/refuses_unknown_executions.sql
select * from finish();
rollback;
