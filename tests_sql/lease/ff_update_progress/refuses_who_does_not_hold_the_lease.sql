begin;
select plan(19);
\set function ff_update_progress
\set arguments 'p_percent => 40'
\ir ../../lib/typed/refuses_who_does_not_hold_the_lease.sql
select * from finish();
rollback;
