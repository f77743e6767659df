create or replace function _check_priority(p_priority integer)
returns void
language plpgsql
immutable
as $_check_priority$
begin
    if p_priority is null then
        perform _raise_null('p_priority');
    elsif p_priority not between 0 and 9000 then
        perform _raise_invalid('p_priority', 'must be between 0 and 9000');
    end if;
end;
$_check_priority$;

comment on function _check_priority is 'Refuses a priority that is missing or outside 0 to 9000.';
