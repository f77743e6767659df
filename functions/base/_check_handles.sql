create or replace function _check_handles(p_handles text[])
returns void
language plpgsql
immutable
as $_check_handles$
begin
    if p_handles is null then
        perform _raise_null('p_handles');
    elsif array_ndims(p_handles) > 1 then
        perform _raise_invalid('p_handles', 'must be a one-dimensional array');
    elsif cardinality(p_handles) > 10000 then
        perform _raise_invalid('p_handles', 'must have at most 10000 items');
    end if;
end;
$_check_handles$;

comment on function _check_handles is 'Refuses an array that cannot be the handles of a batch.';
