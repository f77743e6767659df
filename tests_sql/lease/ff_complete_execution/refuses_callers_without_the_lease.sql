begin;
select plan(19);
\set function ff_complete_execution
\set arguments 'p_output => ''7'''
\ir ../../lib/typed/refuses_callers_without_the_lease.sql
select * from finish();
rollback;
