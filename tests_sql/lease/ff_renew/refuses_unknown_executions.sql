begin;
select plan(5);
\set call 'select flowfabric.ff_renew(%L)'
\ir ../../lib/holder/refuses_unknown_executions.sql
select * from finish();
rollback;
