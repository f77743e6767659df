create or replace function _check_execution(
    p_execution_id uuid,
    variadic p_verbs text[]
)
returns void
language plpgsql
stable
as $_check_execution$
declare
    v_lane_id text;
begin
    -- without a lock: an execution never changes its lane, even when its route changes
    select r.lane_id
    into v_lane_id
    from ff_exec_core as e
    inner join ff_route as r on r.route_id = e.route_id
    inner join ff_lane as l on l.lane_id = r.lane_id
    where
        e.execution_id = p_execution_id
        and l.is_restricted;
    if found then
        perform _check_lane(v_lane_id, variadic p_verbs);
    end if;
end;
$_check_execution$;

comment on function _check_execution is
'Refuses a caller who may do none of p_verbs in the lane of an execution, if it is restricted.';
