create or replace function _budgets_of(p_execution ff_exec_core, p_rules jsonb)
returns uuid[]
language plpgsql
immutable
as $_budgets_of$
begin
    if p_rules -> 'budget_ids' is null then
        return coalesce(p_execution.budget_ids, '{}');
    end if;
    return coalesce(p_execution.budget_ids, '{}') || array(
        select b.value::uuid from jsonb_array_elements_text(p_rules -> 'budget_ids') as b (value)
    );
end;
$_budgets_of$;

comment on function _budgets_of is 'The budgets that an execution is subject to: its own, and those of its lane.';
