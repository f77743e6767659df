create or replace function _free_dead_reservations(p_limit integer)
returns integer
language plpgsql
as $_free_dead_reservations$
declare
    v_budget_id uuid;
    v_count integer;
    v_sum integer := 0;
begin
    for v_budget_id in
        select distinct r.budget_id
        from ff_budget_reservation as r
        left join ff_exec_core as e
            on e.execution_id = r.execution_id
        where
            (e.execution_id is null or _is_abandoned(r.attempt_index, e, _now()))
            and exists (
                select 1
                from ff_admission_wait as w
                where w.limit_id = r.budget_id and w.limit_key = _budget_limit_key()
            )
        limit least(p_limit, 100)
    loop
        v_count := _drop_dead_reservations(v_budget_id, _now());
        if v_count > 0 then
            perform _wake_waiting(v_budget_id, _budget_limit_key(), 'budget', 100);
        end if;
        v_sum := v_sum + v_count;
    end loop;
    return v_sum;
end;
$_free_dead_reservations$;

comment on function _free_dead_reservations is
'Frees reservations of silent workers in budgets that executions wait for; returns how many.';
