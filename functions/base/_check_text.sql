create or replace function _check_text(p_argument text, p_value text, p_max_bytes integer)
returns void
language plpgsql
immutable
as $_check_text$
begin
    if p_value is null then
        perform _raise_null(p_argument);
    elsif octet_length(p_value) not between 1 and p_max_bytes then
        perform _raise_invalid(p_argument, format('must be 1 to %s bytes', p_max_bytes));
    end if;
end;
$_check_text$;

comment on function _check_text is 'Refuses text that is missing, empty or too long.';
