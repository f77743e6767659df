create or replace function _check_page_key(p_after text, p_place_at timestamptz)
returns void
language plpgsql
immutable
as $_check_page_key$
begin
    if p_after is not null and p_place_at is null then
        perform _raise_invalid(
            'p_after',
            'is not a page key',
            'Pass the page_key of the last row of the page before.'
        );
    end if;
end;
$_check_page_key$;

comment on function _check_page_key is
'Refuses a p_after for which no place in the list was found. p_place_at is the time by which the list orders that place; null if there is no such place.';
