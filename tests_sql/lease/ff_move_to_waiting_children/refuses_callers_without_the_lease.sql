begin;
select plan(19);
\set function ff_move_to_waiting_children
\set arguments ''
\ir ../../lib/typed/refuses_callers_without_the_lease.sql
select * from finish();
rollback;
