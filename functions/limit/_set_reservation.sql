create or replace function _set_reservation(
    p_execution ff_exec_core,
    p_budget_id uuid,
    p_amounts jsonb
)
returns boolean
language plpgsql
as $_set_reservation$
declare
    v_has_given_back constant boolean := exists (
        select 1
        from ff_budget_reservation as r
        where
            r.budget_id = p_budget_id
            and r.execution_id = p_execution.execution_id
            and (p_amounts ->> r.dimension)::numeric < r.reserved
    );
begin
    insert into ff_budget_reservation as r (
        budget_id, execution_id, dimension, attempt_index, reserved
    )
    select
        p_budget_id,
        p_execution.execution_id,
        a.key,
        -- an execution that is not running reserves for its next attempt
        coalesce(p_execution.attempt_index, -1)
        + (not (_is_active(p_execution.state) or _is_suspended(p_execution.state)))::integer,
        a.value::numeric::bigint
    from jsonb_each(p_amounts) as a
    on conflict (budget_id, execution_id, dimension) do update
    set reserved = excluded.reserved, attempt_index = excluded.attempt_index;
    delete from ff_budget_reservation as r
    where
        r.budget_id = p_budget_id
        and r.execution_id = p_execution.execution_id
        and r.reserved = 0;
    perform _check_dimension_count('p_amounts', count(*))
    from ff_budget_reservation as r
    where r.budget_id = p_budget_id and r.execution_id = p_execution.execution_id;
    return v_has_given_back;
end;
$_set_reservation$;

comment on function _set_reservation is
'Says how much of a locked budget an execution has set aside; true when that was more before.';
