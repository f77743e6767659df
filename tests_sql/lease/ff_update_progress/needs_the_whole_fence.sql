begin;
select plan(22);
\set function ff_update_progress
\set arguments 'p_percent => 40'
\set may_override true
\ir ../../lib/typed/needs_the_whole_fence.sql
select * from finish();
rollback;
