create or replace function _check_page_size(p_limit integer)
returns void
language plpgsql
immutable
as $_check_page_size$
begin
    if p_limit is null then
        perform _raise_null('p_limit');
    elsif p_limit not between 0 and 1000 then
        perform _raise_invalid('p_limit', 'must be between 0 and 1000');
    end if;
end;
$_check_page_size$;

comment on function _check_page_size is
'Refuses a page of a list that is negative or larger than 1000.';
