begin;
select plan(13);
\set function ff_complete_execution
\set arguments 'p_output => ''7'''
\set public_state completed
\ir ../../lib/typed/lets_operators_leave_the_fence_out.sql
select * from finish();
rollback;
