create or replace function _parse_bytes(p_argument text, p_value text)
returns bytea
language plpgsql
immutable
as $_parse_bytes$
declare
    v_prefix constant text := chr(92) || 'x';
begin
    -- the escape form of a bytea would accept any text
    if p_value is null or left(p_value, 2) = v_prefix then
        begin
            return p_value::bytea;
        exception
            when data_exception then
                null;
        end;
    end if;
    perform _raise_invalid(
        p_argument, 'is not in hex', 'Write the bytes in hex, as PostgreSQL prints a bytea.'
    );
    return null;
end;
$_parse_bytes$;

comment on function _parse_bytes is 'Parses bytes out of JSON, or raises.';
