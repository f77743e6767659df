begin;
select plan(22);
\set function ff_delay_execution
\set arguments 'p_delay_ms => 60000'
\set may_override true
\ir ../../lib/typed/needs_the_whole_fence.sql
select * from finish();
rollback;
