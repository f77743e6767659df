create or replace function _is_shown_event(
    p_roles name[],
    p_route_id integer,
    p_flow_id uuid,
    p_details jsonb
)
returns boolean
language plpgsql
stable
as $_is_shown_event$
declare
    v_lane_id text := p_details ->> 'lane_id';
begin
    if p_route_id is not null then
        select r.lane_id into v_lane_id from ff_route as r where r.route_id = p_route_id;
        if not found then
            return false;
        end if;
    elsif p_flow_id is not null then
        return exists (select 1 from ff_flow as f where f.flow_id = p_flow_id)
            and _closed_lane_of(p_flow_id, p_roles, 'read', 'operate') is null;
    end if;
    return not exists (
        select 1
        from _lanes_closed_to(p_roles, 'read', 'operate') as c
        where c.lane_id = v_lane_id
    );
end;
$_is_shown_event$;

comment on function _is_shown_event is
'Whether an event is about no lane that is closed to p_roles. The events of removed routes are hidden, because their lane is not known any more. p_details: of an event that is neither about executions nor about a flow.';
