begin;
select plan(13);
\set function ff_fail_execution
\set arguments 'p_failure_reason => ''broken'''
\set public_state failed
\ir ../../lib/typed/lets_operators_leave_the_fence_out.sql
select * from finish();
rollback;
