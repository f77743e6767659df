create or replace function _check_dimension_count(p_argument text, p_count bigint)
returns void
language plpgsql
immutable
as $_check_dimension_count$
begin
    if p_count > 1000 then
        perform _raise_invalid(
            p_argument, 'must not name more than 1000 dimensions of one budget, with earlier calls'
        );
    end if;
end;
$_check_dimension_count$;

comment on function _check_dimension_count is
'Refuses dimensions beyond those that a budget may have: a worker can name any.';
