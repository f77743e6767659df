create or replace function _parse_instant(p_argument text, p_value text)
returns timestamptz
language plpgsql
stable
as $_parse_instant$
begin
    return p_value::timestamptz;
exception
    when data_exception then
        perform _raise_invalid(p_argument, 'is not an instant');
        return null;
end;
$_parse_instant$;

comment on function _parse_instant is 'Parses an instant out of JSON, or raises.';
