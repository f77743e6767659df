create or replace function _acts_as_operator(p_roles name[])
returns boolean
language sql
stable
as $_acts_as_operator$
    select 'ff_operator' = any(p_roles) or _acts_as_owner(p_roles)
$_acts_as_operator$;

comment on function _acts_as_operator is
'Does a caller with these roles act as an operator: as a member of ff_operator, or as the owner of the installation?';
