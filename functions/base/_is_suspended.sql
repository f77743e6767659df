create or replace function _is_suspended(p_state ff_state)
returns boolean
language sql
immutable
as $_is_suspended$
    select p_state >= 'suspended_signal' and p_state <= 'suspended_budget'
$_is_suspended$;

comment on function _is_suspended is 'Is this a state of a suspended execution?';
