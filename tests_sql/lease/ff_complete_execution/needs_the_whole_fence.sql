begin;
select plan(22);
\set function ff_complete_execution
\set arguments 'p_output => ''7'''
\set may_override true
\ir ../../lib/typed/needs_the_whole_fence.sql
select * from finish();
rollback;
