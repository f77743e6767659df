create or replace function _hidden_lane_of(p_flow_id uuid, p_hidden text[])
returns text
language plpgsql
stable
as $_hidden_lane_of$
begin
    return (
        select r.lane_id
        from ff_flow_member as m
        inner join ff_exec_core as e
            on e.execution_id = m.execution_id
        inner join ff_route as r on r.route_id = e.route_id
        where m.flow_id = p_flow_id and r.lane_id = any(p_hidden)
        limit 1
    );
end;
$_hidden_lane_of$;

comment on function _hidden_lane_of is 'A lane of p_hidden in which a flow has a member, or null.';
