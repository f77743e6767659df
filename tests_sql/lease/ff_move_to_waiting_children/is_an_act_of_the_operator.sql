begin;
select plan(20);
\set function ff_move_to_waiting_children
\set arguments ''
\set by_handle 'ff_wait_children(%L)'
\set lease_end operator_waiting_children
\ir ../../lib/typed/is_an_act_of_the_operator.sql
select * from finish();
rollback;
