create or replace function _raise_invalid(
    p_argument text,
    p_fact text,
    p_hint text default 'Correct the argument and call again.'
)
returns void
language plpgsql
immutable
as $_raise_invalid$
begin
    raise exception using
        errcode = '22023',
        message = p_argument || ' ' || p_fact,
        detail = jsonb_build_object('argument', p_argument)::text,
        hint = p_hint;
end;
$_raise_invalid$;

comment on function _raise_invalid is
'Raises 22023 for an argument with a wrong value; the DETAIL names the argument.';
