create or replace function _check_operator(p_call text)
returns void
language plpgsql
stable
as $_check_operator$
declare
    v_caller constant name := _caller();
begin
    if pg_has_role(v_caller, current_user, 'usage') then
        -- the owner, and superusers
        return;
    end if;
    if not exists (
        select 1
        from pg_roles as r
        where r.rolname = 'ff_operator' and pg_has_role(v_caller, r.oid, 'usage')
    ) then
        perform _raise('not_authorised', jsonb_build_object('caller', v_caller, 'call', p_call));
    end if;
end;
$_check_operator$;

comment on function _check_operator is 'Refuses a caller who is not an operator.';
