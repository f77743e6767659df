begin;
select plan(13);
\set function ff_update_progress
\set arguments 'p_percent => 40'
\set public_state active
\ir ../../lib/typed/lets_operators_leave_the_fence_out.sql
select * from finish();
rollback;
