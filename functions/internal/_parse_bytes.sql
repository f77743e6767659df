create or replace function _parse_bytes(p_argument text, p_value text)
returns bytea
language plpgsql
immutable
as $_parse_bytes$
begin
    return p_value::bytea;
exception
    when data_exception then
        perform _raise_invalid(
            p_argument,
            'is not a bytea',
            'Bytes inside JSON are written in hex, as PostgreSQL prints a bytea.'
        );
        return null;
end;
$_parse_bytes$;

comment on function _parse_bytes is 'Parses bytes out of JSON, or raises.';
