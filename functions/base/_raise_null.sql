create or replace function _raise_null(p_argument text)
returns void
language plpgsql
immutable
as $_raise_null$
begin
    raise exception using
        errcode = '22004',
        message = p_argument || ' must not be null',
        detail = jsonb_build_object('argument', p_argument)::text,
        hint = 'Pass a value and call again.';
end;
$_raise_null$;

comment on function _raise_null is
'Raises 22004 for an argument that needs a value; the DETAIL names the argument.';
