create or replace function _parse_instant(p_argument text, p_value text)
returns timestamptz
language plpgsql
stable
as $_parse_instant$
begin
    -- only text that names an instant by itself: with a time zone, and not 'now' or 'tomorrow'
    if p_value is null
        or p_value ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)?'
        '(Z|[+-][0-9]{2}(:?[0-9]{2})?)$'
    then
        begin
            return p_value::timestamptz;
        exception
            when data_exception then
                null;
        end;
    end if;
    perform _raise_invalid(
        p_argument, 'is not an instant', 'Write it in ISO 8601 with a zone: 2030-01-31T12:00:00Z.'
    );
    return null;
end;
$_parse_instant$;

comment on function _parse_instant is 'Parses an instant out of JSON, or raises.';
