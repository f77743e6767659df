create or replace function _budgets_of(p_execution ff_exec_core, p_rules jsonb)
returns uuid[]
language sql
stable
as $_budgets_of$
    select coalesce((p_execution).budget_ids, '{}') || array(
        select b.value::uuid from jsonb_array_elements_text(p_rules -> 'budget_ids') as b (value)
    )
$_budgets_of$;

comment on function _budgets_of is 'The budgets that an execution is subject to: its own, and those of its lane.';
