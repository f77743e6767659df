create or replace function _budget_refusal(
    p_execution ff_exec_core,
    p_limits _limits,
    p_now timestamptz
)
returns _refusal
language plpgsql
as $_budget_refusal$
declare
    v_budget_id uuid;
    v_reset_at timestamptz;
    v_may_look boolean;
begin
    foreach v_budget_id in array p_limits.budget_ids loop
        v_reset_at := (
            select s from _budget_shortage(v_budget_id, p_execution.execution_id, p_now) as s
        );
        if v_reset_at is null then
            perform _refuse_old_budget(v_budget_id);
            continue;
        end if;
        v_may_look := _share_limit_lock(v_budget_id, _budget_limit_key());
        if v_may_look then
            v_reset_at := (
                select s from _budget_shortage(v_budget_id, p_execution.execution_id, p_now) as s
            );
            continue when v_reset_at is null;
        end if;
        return (
            'budget',
            v_budget_id,
            _budget_limit_key(),
            v_budget_id = any (p_execution.budget_ids),
            not v_may_look,
            case
                when v_may_look then least(v_reset_at, p_now + interval '5 seconds')
                else p_now + interval '100 milliseconds'
            end,
            false
        )::_refusal;
    end loop;
    return null;
end;
$_budget_refusal$;

comment on function _budget_refusal is 'Why the budgets of an execution keep it from a claim; null when they do not.';
