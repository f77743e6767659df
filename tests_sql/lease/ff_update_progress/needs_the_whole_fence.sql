begin;
select plan(23);
\set function ff_update_progress
\set arguments 'p_percent => 40'
\set may_override false
\ir ../../lib/typed/needs_the_whole_fence.sql
select * from finish();
rollback;
