create or replace function _reason_budget(
    p_execution ff_exec_core,
    p_limits _limits,
    p_now timestamptz
)
returns _gate
language plpgsql
stable
as $_reason_budget$
declare
    v_is_put_off constant boolean := p_execution.state between 'budget_first' and 'budget_resume'
        and p_execution.claimable_at > p_now
        and _is_in_line(p_execution);
    r_short record;
begin
    if p_execution.terminal_at is null
        and not _is_leased(p_execution.state, p_execution.lease_expires_at, p_now)
    then
        select i.budget_id, s.reset_at
        into r_short
        from unnest(p_limits.budget_ids) as i (budget_id)
        cross join lateral _budget_shortage(
            i.budget_id, p_execution.execution_id, p_now
        ) as s (reset_at)
        order by s.reset_at desc
        limit 1;
    else
        select null::uuid as budget_id, null::timestamptz as reset_at into r_short;
    end if;
    return (
        'budget',
        not v_is_put_off and r_short.budget_id is null,
        case
            when r_short.budget_id is not null then 'exhausted'
            when v_is_put_off then 'waiting_for_budget'
            else 'free'
        end,
        jsonb_strip_nulls(jsonb_build_object('budget_id', r_short.budget_id)),
        case
            when r_short.budget_id is not null then concat_ws(
                ' or ', 'ff_reset_budget', 'ff_release_budget',
                case when isfinite(r_short.reset_at) then 'the end of its period' end
            )
            when v_is_put_off then 'a release or a reset; claims look again by themselves'
        end,
        case
            when r_short.budget_id is not null then nullif(r_short.reset_at, 'infinity')
            when v_is_put_off then p_execution.claimable_at
        end
    )::_gate;
end;
$_reason_budget$;

comment on function _reason_budget is
'Do budgets hold the execution back? Part of ff_explain.';
