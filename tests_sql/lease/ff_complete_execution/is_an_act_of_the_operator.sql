begin;
select plan(20);
\set function ff_complete_execution
\set arguments 'p_output => ''1'''
\set by_handle 'ff_complete(%L)'
\set lease_end operator_completed
\ir ../../lib/typed/is_an_act_of_the_operator.sql
select * from finish();
rollback;
