begin;
select plan(39);
\set call 'select flowfabric.ff_save_step(%L, ''step'', ''1'')'
\ir ../../lib/holder/refuses_text_that_is_not_a_handle.sql
select * from finish();
rollback;
