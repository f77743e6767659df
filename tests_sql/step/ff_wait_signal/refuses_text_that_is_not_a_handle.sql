begin;
select plan(39);
\set call 'select flowfabric.ff_wait_signal(%L, ''step'', ''go'')'
\ir ../../lib/holder/refuses_text_that_is_not_a_handle.sql
select * from finish();
rollback;
