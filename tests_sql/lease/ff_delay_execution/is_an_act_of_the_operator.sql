begin;
select plan(20);
\set function ff_delay_execution
\set arguments 'p_delay_ms => 5000'
\set by_handle 'ff_delay(%L, 5000)'
\set lease_end operator_delayed
\ir ../../lib/typed/is_an_act_of_the_operator.sql
select * from finish();
rollback;
