create or replace function _check_capabilities(p_argument text, p_value text[])
returns void
language plpgsql
immutable
as $_check_capabilities$
begin
    if p_value is null then
        perform _raise_null(p_argument);
    elsif not _are_capabilities(p_value) then
        perform _raise_invalid(
            p_argument,
            'must be at most 256 capabilities, together at most 4096 bytes, '
            'each not empty and without comma, white space or control character'
        );
    end if;
end;
$_check_capabilities$;

comment on function _check_capabilities is 'Refuses an array that cannot be a set of capabilities.';
