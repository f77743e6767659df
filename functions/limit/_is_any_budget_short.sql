create or replace function _is_any_budget_short(p_job _job)
returns boolean
language plpgsql
stable
as $_is_any_budget_short$
begin
    return exists (
        select 1
        from (
            select unnest(e.budget_ids) as budget_id
            from unnest(p_job.row_ids) as r (row_id)
            inner join ff_exec_core as e on e.ctid = r.row_id
            union
            select b.value::uuid
            from jsonb_array_elements_text(p_job.rules -> 'budget_ids') as b (value)
        ) as b
        cross join lateral _budget_shortage(b.budget_id, null, p_job.now_at)
    );
end;
$_is_any_budget_short$;

comment on function _is_any_budget_short is
'Has one of the budgets of the rows of a claim, or of their lane, nothing left for an execution that has reserved nothing?';
