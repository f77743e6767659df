create or replace function _is_refused(p_state ff_state)
returns boolean
language sql
immutable
as $_is_refused$
    select p_state between 'budget_first' and 'quota_resume'
$_is_refused$;

comment on function _is_refused is 'Does it wait for a budget or a quota?';
