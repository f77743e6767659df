create or replace function _reason_lane(p_execution ff_exec_core, p_lane_id text)
returns _gate
language plpgsql
stable
as $_reason_lane$
declare
    v_closed_as constant text := _lane_closed_as(p_lane_id);
    v_is_blocked constant boolean := p_execution.state between 'lane_first' and 'lane_resume';
begin
    return (
        'lane',
        v_closed_as is null and not v_is_blocked,
        case when v_is_blocked then 'blocked' else coalesce(v_closed_as, 'open') end,
        jsonb_build_object('lane_id', p_lane_id),
        case when v_is_blocked or v_closed_as is not null then 'ff_set_lane_state' end,
        null
    )::_gate;
end;
$_reason_lane$;

comment on function _reason_lane is
'Is the lane open for claims? Part of ff_explain.';
