begin;
select plan(22);
\set function ff_move_to_waiting_children
\set arguments ''
\set may_override true
\ir ../../lib/typed/needs_the_whole_fence.sql
select * from finish();
rollback;
