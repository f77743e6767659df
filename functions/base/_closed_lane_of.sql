create or replace function _closed_lane_of(
    p_flow_id uuid,
    p_roles name[],
    variadic p_verbs text[]
)
returns text
language plpgsql
stable
as $_closed_lane_of$
begin
    -- from the members to their lanes: thousands of lanes may be closed to the caller
    return (
        select c.lane_id
        from (
            select distinct e.route_id
            from ff_flow_member as m
            inner join ff_exec_core as e
                on e.execution_id = m.execution_id
            where m.flow_id = p_flow_id
        ) as k
        inner join ff_route as r on r.route_id = k.route_id
        inner join _lanes_closed_to(p_roles, variadic p_verbs) as c
            on c.lane_id = r.lane_id
        limit 1
    );
end;
$_closed_lane_of$;

comment on function _closed_lane_of is
'A lane that is closed to p_roles for p_verbs and in which a flow has a member, or null.';
