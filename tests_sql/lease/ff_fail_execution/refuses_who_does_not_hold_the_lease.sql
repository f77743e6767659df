begin;
select plan(19);
\set function ff_fail_execution
\set arguments 'p_failure_reason => ''broken'''
\ir ../../lib/typed/refuses_who_does_not_hold_the_lease.sql
select * from finish();
rollback;
