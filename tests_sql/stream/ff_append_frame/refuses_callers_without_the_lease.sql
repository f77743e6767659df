begin;
select plan(16);
\set call 'select flowfabric.ff_append_frame(%L, p_text => ''x'')'
\ir ../../lib/holder/refuses_callers_without_the_lease.sql

select * from finish();
rollback;
