begin;
select plan(5);
\set call 'select flowfabric.ff_fail(%L, $$broken$$)'
\ir ../../lib/holder/refuses_what_does_not_exist.sql
select * from finish();
rollback;
