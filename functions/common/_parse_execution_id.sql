create or replace function _parse_execution_id(
    p_argument text,
    p_value text
)
returns _execution_key
language plpgsql
immutable
as $_parse_execution_id$
declare
    v_text constant text[] := regexp_match(
        p_value,
        '^[{]fp:([0-9]{1,3})[}]:([0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$'
    );
begin
    if p_value is null then
        perform _raise_null(p_argument);
    elsif v_text is null or v_text[1]::integer > 255 then
        perform _raise_invalid(
            p_argument,
            'is not an execution id',
            'An execution id looks like {fp:N}:0192f0a0-1111-7111-8111-123456789012; N is 0 to 255.'
        );
    end if;
    return (v_text[1]::smallint, v_text[2]::uuid)::_execution_key;
end;
$_parse_execution_id$;

comment on function _parse_execution_id is
'Parses the wire form {fp:N}:<uuid> of an execution id, or raises.';
