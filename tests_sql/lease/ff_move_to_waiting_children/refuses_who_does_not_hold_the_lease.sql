begin;
select plan(19);
\set function ff_move_to_waiting_children
\set arguments ''
\ir ../../lib/typed/refuses_who_does_not_hold_the_lease.sql
select * from finish();
rollback;
