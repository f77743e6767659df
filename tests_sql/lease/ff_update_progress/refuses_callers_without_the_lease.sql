begin;
select plan(19);
\set function ff_update_progress
\set arguments 'p_percent => 40'
\ir ../../lib/typed/refuses_callers_without_the_lease.sql
select * from finish();
rollback;
