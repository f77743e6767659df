create or replace function _raise_unavailable(p_argument text)
returns void
language plpgsql
immutable
as $_raise_unavailable$
begin
    raise exception using
        errcode = '0A000',
        message = p_argument || ' is not available yet',
        detail = jsonb_build_object('argument', p_argument)::text,
        hint = 'The argument belongs to a feature of a later version; leave it out.';
end;
$_raise_unavailable$;

comment on function _raise_unavailable is
'Raises 0A000 for an argument whose feature does not exist yet.';
