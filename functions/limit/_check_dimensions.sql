create or replace function _check_dimensions(
    p_dimensions text[],
    p_hard_limits bigint[],
    p_soft_limits bigint[]
)
returns void
language plpgsql
immutable
as $_check_dimensions$
begin
    if p_dimensions is null then
        perform _raise_null('p_dimensions');
    elsif p_hard_limits is null then
        perform _raise_null('p_hard_limits');
    elsif p_soft_limits is null then
        perform _raise_null('p_soft_limits');
    elsif cardinality(p_hard_limits) <> cardinality(p_dimensions) then
        perform _raise_invalid('p_hard_limits', 'must have one limit for each dimension');
    elsif cardinality(p_soft_limits) <> cardinality(p_dimensions) then
        perform _raise_invalid('p_soft_limits', 'must have one limit for each dimension');
    elsif exists (
        select 1 from unnest(p_dimensions) as d (dimension)
        where not coalesce(_is_name(d.dimension, 'label'), false)
    ) then
        perform _raise_invalid(
            'p_dimensions', 'must be names of 1 to 256 bytes without control characters'
        );
    elsif cardinality(p_dimensions) > 100 then
        perform _raise_invalid('p_dimensions', 'must have at most 100 items');
    elsif cardinality(p_dimensions)
        <> (select count(distinct d.dimension) from unnest(p_dimensions) as d (dimension))
    then
        perform _raise_invalid('p_dimensions', 'must not name a dimension twice');
    elsif exists (
        select 1 from unnest(p_hard_limits) as h (limit_value)
        where h.limit_value is null or h.limit_value not between 0 and 1000000000000000
    ) then
        perform _raise_invalid('p_hard_limits', 'must be between 0 and 1000000000000000');
    elsif exists (
        select 1 from unnest(p_soft_limits) as s (limit_value)
        where s.limit_value is null or s.limit_value not between 0 and 1000000000000000
    ) then
        perform _raise_invalid('p_soft_limits', 'must be between 0 and 1000000000000000');
    end if;
end;
$_check_dimensions$;

comment on function _check_dimensions is 'Refuses wrong dimensions and limits of a budget.';
