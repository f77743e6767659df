begin;
select plan(20);
\set function ff_fail_execution
\set arguments 'p_failure_reason => ''broken'', p_retry_policy => ''{}'''
\set by_handle 'ff_fail(%L, ''broken'')'
\set lease_end operator_failed
\ir ../../lib/typed/is_an_act_of_the_operator.sql
select * from finish();
rollback;
