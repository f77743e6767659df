create or replace function _check_limit_owner(p_object text, p_limit_id uuid, p_owner text)
returns void
language plpgsql
stable
as $_check_limit_owner$
begin
    -- A limit of an operator is for everybody, and without group roles there are no others. That a
    -- superuser counts as an operator here gives away nothing: it made the limit, or was given it.
    if coalesce(
        pg_has_role(to_regrole(quote_ident(p_owner)), to_regrole('ff_operator')::oid, 'usage'),
        to_regrole('ff_operator') is null
    ) then
        return;
    end if;
    perform _check_owner(p_object, p_limit_id::text, p_owner);
end;
$_check_limit_owner$;

comment on function _check_limit_owner is
'Refuses a caller who may not use a limit because it was given to a role that the caller is not a member of.';
