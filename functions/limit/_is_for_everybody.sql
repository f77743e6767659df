create or replace function _is_for_everybody(p_owner text)
returns boolean
language plpgsql
stable
as $_is_for_everybody$
begin
    -- A limit of an operator is for everybody, and without group roles there are no others. That a
    -- superuser counts as an operator here gives away nothing: it made the limit, or was given it.
    return coalesce(
        pg_has_role(to_regrole(quote_ident(p_owner)), to_regrole('ff_operator')::oid, 'usage'),
        to_regrole('ff_operator') is null
    );
end;
$_is_for_everybody$;

comment on function _is_for_everybody is 'May all roles use the limits of an owner, because it is an operator?';
