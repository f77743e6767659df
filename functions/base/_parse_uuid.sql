create or replace function _parse_uuid(p_argument text, p_value text)
returns uuid
language plpgsql
immutable
as $_parse_uuid$
begin
    if p_value !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
        perform _raise_invalid(p_argument, 'is not a UUID');
    end if;
    return p_value::uuid;
end;
$_parse_uuid$;

comment on function _parse_uuid is 'Parses a uuid out of JSON, or raises; null for null.';
