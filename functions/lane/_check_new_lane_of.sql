create or replace function _check_new_lane_of(p_flow_id uuid, p_lane_id text)
returns void
language plpgsql
stable
as $_check_new_lane_of$
declare
    v_owner text;
    v_owner_roles name[];
begin
    if not exists (select 1 from ff_lane as l where l.lane_id = p_lane_id and l.is_restricted)
        or exists (
            select 1
            from ff_flow_member as m
            inner join ff_exec_core as e
                on e.execution_id = m.execution_id
            inner join ff_route as r on r.route_id = e.route_id
            where m.flow_id = p_flow_id and r.lane_id = p_lane_id
        )
    then
        return;
    end if;
    select f.created_by into v_owner from ff_flow as f where f.flow_id = p_flow_id;
    v_owner_roles := _roles_of(v_owner::name);
    if current_user = any(v_owner_roles) or exists (
        select 1
        from ff_lane_grant as g
        where
            g.lane_id = p_lane_id
            and 'submit' = any(g.verbs)
            and (g.role_name = 'public' or g.role_name = any(v_owner_roles))
    ) then
        return;
    end if;
    perform _check_owner('flow', p_flow_id::text, v_owner);
end;
$_check_new_lane_of$;

comment on function _check_new_lane_of is
'Refuses the first member of a flow in a restricted lane in which the role that made the flow may not submit: such a member would close the flow to that role. The role itself and operators may add it.';
