create or replace function _check_flow(p_flow_id uuid, variadic p_verbs text[])
returns void
language plpgsql
stable
as $_check_flow$
declare
    v_roles name[];
    v_lane_id text;
begin
    if not exists (select 1 from ff_lane as l where l.is_restricted) then
        return;
    end if;
    v_roles := _acting_roles();
    if _acts_as_owner(v_roles) then
        return;
    end if;
    -- from the members to their lanes: thousands of lanes may be closed to the caller
    select l.lane_id
    into v_lane_id
    from (
        select distinct e.route_id
        from ff_flow_member as m
        inner join ff_exec_core as e
            on e.execution_id = m.execution_id
        where m.flow_id = p_flow_id
    ) as k
    inner join ff_route as r on r.route_id = k.route_id
    inner join ff_lane as l on l.lane_id = r.lane_id
    where
        l.is_restricted
        and not exists (
            select 1
            from ff_lane_grant as g
            where
                g.lane_id = l.lane_id
                and (p_verbs is null or g.verbs && p_verbs)
                and (g.role_name = 'public' or g.role_name = any(v_roles))
        )
    limit 1;
    if found then
        -- raises
        perform _check_lane(v_lane_id, variadic p_verbs);
    end if;
end;
$_check_flow$;

comment on function _check_flow is
'Refuses a caller who may do none of p_verbs in the lane of some member of a flow: an action on a flow needs the right in the lanes of all its members.';
