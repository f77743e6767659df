create or replace function _check_items(p_argument text, p_items anyarray, p_count integer)
returns void
language plpgsql
immutable
as $_check_items$
begin
    -- items are identified by their number, so the first one must be number 1
    if array_ndims(p_items) > 1 or array_lower(p_items, 1) <> 1 then
        perform _raise_invalid(
            p_argument, 'must be a one-dimensional array whose index begins at 1'
        );
    elsif cardinality(p_items) <> p_count then
        perform _raise_invalid(p_argument, format('must have %s items', p_count));
    end if;
end;
$_check_items$;

comment on function _check_items is
'Refuses an array that does not have one element for each item of a batch; accepts null instead of an array.';
