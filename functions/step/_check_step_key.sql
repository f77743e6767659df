create or replace function _check_step_key(p_argument text, p_step_key text)
returns void
language plpgsql
immutable
as $_check_step_key$
begin
    if p_step_key is null then
        perform _raise_null(p_argument);
    elsif octet_length(p_step_key) not between 1 and 200
        or p_step_key collate "C" ~ e'[[:cntrl:]\\u0080-\\u009f]'
    then
        perform _raise_invalid(p_argument, 'must be 1 to 200 bytes without control characters');
    end if;
end;
$_check_step_key$;

comment on function _check_step_key is 'Refuses a text that cannot be the key of a step.';
