begin;
select plan(19);
\set function ff_fail_execution
\set arguments 'p_failure_reason => ''broken'''
\ir ../../lib/typed/refuses_callers_without_the_lease.sql
select * from finish();
rollback;
