create or replace function _acting_roles()
returns name[]
language plpgsql
stable
as $_acting_roles$
begin
    if _is_restricted_operation() then
        return '{}'::name[];
    end if;
    return _roles_of(_caller());
end;
$_acting_roles$;

comment on function _acting_roles is
'The roles that the caller acts as, for a decision about a right; no role in code that runs while the session maintains a table.';
