begin;
select plan(8);
\set call 'select flowfabric.ff_complete(%L)'
\set replays {1}
\ir ../../lib/holder/refuses_an_execution_that_is_not_active.sql
select * from finish();
rollback;
