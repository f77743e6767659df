create or replace function _budget_limit_key()
returns text
language sql
immutable
as $_budget_limit_key$
    -- no key of a quota policy has a control character in it, and an id may be used for both
    select E'\tbudget'
$_budget_limit_key$;

comment on function _budget_limit_key is
'The value in the place of a quota key where a limit is a budget. Inlined where it is called.';
