create or replace function _is_shown_event(
    p_roles name[],
    p_execution_id uuid,
    p_flow_id uuid,
    p_details jsonb
)
returns boolean
language plpgsql
stable
as $_is_shown_event$
begin
    if p_execution_id is not null then
        return exists (
            select 1
            from ff_exec_core as e
            inner join ff_route as r on r.route_id = e.route_id
            where
                e.execution_id = p_execution_id
                and not exists (
                    select 1
                    from _lanes_closed_to(p_roles, 'read', 'operate') as c
                    where c.lane_id = r.lane_id
                )
        );
    elsif p_flow_id is not null then
        return exists (select 1 from ff_flow as f where f.flow_id = p_flow_id)
            and _closed_lane_of(p_flow_id, p_roles, 'read', 'operate') is null;
    end if;
    return not exists (
        select 1
        from _lanes_closed_to(p_roles, 'read', 'operate') as c
        where c.lane_id = p_details ->> 'lane_id'
    );
end;
$_is_shown_event$;

comment on function _is_shown_event is
'Whether an event is about no lane that is closed to p_roles. The events of removed executions are hidden, because their lane is not known any more.';
