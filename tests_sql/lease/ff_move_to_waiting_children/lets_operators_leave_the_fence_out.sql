begin;
select plan(13);
\set function ff_move_to_waiting_children
\set arguments ''
\set public_state waiting
\ir ../../lib/typed/lets_operators_leave_the_fence_out.sql
select * from finish();
rollback;
