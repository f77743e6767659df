begin;
select plan(19);
\set function ff_delay_execution
\set arguments 'p_delay_ms => 60000'
\ir ../../lib/typed/refuses_callers_without_the_lease.sql
select * from finish();
rollback;
