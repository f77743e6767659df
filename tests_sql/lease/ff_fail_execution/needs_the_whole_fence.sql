begin;
select plan(22);
\set function ff_fail_execution
\set arguments 'p_failure_reason => ''broken'''
\set may_override true
\ir ../../lib/typed/needs_the_whole_fence.sql
select * from finish();
rollback;
