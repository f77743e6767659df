create or replace function _limits_in_lane(p_execution ff_exec_core, p_lane_id text)
returns _limits
language plpgsql
stable
as $_limits_in_lane$
begin
    return _limits_of(p_execution, _lane_rules(p_lane_id));
end;
$_limits_in_lane$;

comment on function _limits_in_lane is 'The limits of an execution in its lane, or null (_limits_of).';
