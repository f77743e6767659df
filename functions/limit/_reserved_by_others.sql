create or replace function _reserved_by_others(
    p_budget_id uuid,
    p_dimension text,
    p_execution_id uuid
)
returns numeric
language plpgsql
stable
as $_reserved_by_others$
begin
    return (
        select coalesce(sum(r.reserved), 0)
        from ff_budget_reservation as r
        where
            r.budget_id = p_budget_id
            and r.dimension = p_dimension
            and r.execution_id is distinct from (
                p_execution_id
            )
    );
end;
$_reserved_by_others$;

comment on function _reserved_by_others is
'The amounts of a budget that other executions have reserved.';
