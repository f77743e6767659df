create or replace function _check_limit_owner(p_object text, p_limit_id uuid, p_owner text)
returns void
language plpgsql
stable
as $_check_limit_owner$
begin
    if not _is_for_everybody(p_owner) then
        perform _check_owner(p_object, p_limit_id::text, p_owner);
    end if;
end;
$_check_limit_owner$;

comment on function _check_limit_owner is
'Refuses a caller who may not use a limit because it was given to a role that the caller is not a member of.';
