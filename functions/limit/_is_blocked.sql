create or replace function _is_blocked(p_state ff_state)
returns boolean
language sql
immutable
as $_is_blocked$
    select p_state between 'budget_first' and 'lane_resume'
$_is_blocked$;

comment on function _is_blocked is
'Is an execution in this state blocked by a budget, a quota, its route, an operator or a policy? A join or a flow does not count.';
