create or replace function _reason_lane(p_lane_id text)
returns _gate
language plpgsql
stable
as $_reason_lane$
declare
    v_closed_as constant text := _lane_closed_as(p_lane_id);
begin
    return (
        'lane',
        v_closed_as is null,
        coalesce(v_closed_as, 'open'),
        jsonb_build_object('lane_id', p_lane_id),
        case when v_closed_as is not null then 'ff_set_lane_state' end,
        null
    )::_gate;
end;
$_reason_lane$;

comment on function _reason_lane is
'Is the lane open for claims? Part of ff_explain.';
