create or replace function _raise(
    p_symbol text,
    p_detail jsonb default '{}'
)
returns void
language plpgsql
stable
as $_raise$
declare
    r_error record;
begin
    select c.sqlstate, c.message, c.hint
    into r_error
    from ff_error_code as c
    where c.symbol = p_symbol;
    if not found then
        r_error := row('ZF900', 'an error without an entry in the catalogue', 'Please report it.');
    end if;
    raise exception using
        errcode = r_error.sqlstate,
        message = r_error.message,
        detail = (jsonb_build_object('symbol', p_symbol) || p_detail)::text,
        hint = r_error.hint;
end;
$_raise$;

comment on function _raise is
'Raises an error of the catalogue by its symbol, with its DETAIL as JSON.';
