create or replace function _check_flow(p_flow_id uuid, variadic p_verbs text[])
returns void
language plpgsql
stable
as $_check_flow$
declare
    v_hidden constant text[] := _hidden_lanes(variadic p_verbs);
    v_lane_id text;
begin
    if v_hidden = '{}' then
        return;
    end if;
    v_lane_id := _hidden_lane_of(p_flow_id, v_hidden);
    if v_lane_id is not null then
        -- raises
        perform _check_lane(v_lane_id, variadic p_verbs);
    end if;
end;
$_check_flow$;

comment on function _check_flow is
'Refuses a caller who may do none of p_verbs in the lane of some member of a flow: an action on a flow needs the right in the lanes of all its members.';
