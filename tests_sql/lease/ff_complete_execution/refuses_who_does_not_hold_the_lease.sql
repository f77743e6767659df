begin;
select plan(19);
\set function ff_complete_execution
\set arguments 'p_output => ''7'''
\ir ../../lib/typed/refuses_who_does_not_hold_the_lease.sql
select * from finish();
rollback;
