create or replace function _check_role(p_argument text, p_role text)
returns void
language plpgsql
immutable
as $_check_role$
begin
    if p_role is null then
        perform _raise_null(p_argument);
    elsif p_role = '' or octet_length(p_role) > 63 then
        perform _raise_invalid(p_argument, 'must be the name of a role, or public');
    end if;
end;
$_check_role$;

comment on function _check_role is 'Refuses a text that cannot be the name of a role.';
