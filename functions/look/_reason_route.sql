create or replace function _reason_route(p_execution ff_exec_core, p_route ff_route)
returns _gate
language plpgsql
stable
as $_reason_route$
declare
    v_head_at constant timestamptz := _head_of(p_route.route_id);
    v_outcome constant text := case
        when p_execution.claimable_at is null then null
        when p_route.retired_at is not null then 'in_a_merged_route'
        when p_execution.claimable_at < v_head_at then 'passed_over'
    end;
begin
    return (
        'route',
        v_outcome is null,
        coalesce(v_outcome, 'in_reach'),
        jsonb_build_object(
            'route_id', p_route.route_id,
            'priority', p_route.priority,
            'head_at', case when isfinite(v_head_at) then v_head_at end
        ),
        case when v_outcome is not null then 'the next tick, which moves it' end,
        null
    )::_gate;
end;
$_reason_route$;

comment on function _reason_route is
'Do claims look at the place of the execution: is its route in use, and is it not behind the head? Part of ff_explain.';
