begin;
select plan(13);
\set function ff_delay_execution
\set arguments 'p_delay_ms => 60000'
\set public_state delayed
\ir ../../lib/typed/lets_operators_leave_the_fence_out.sql
select * from finish();
rollback;
