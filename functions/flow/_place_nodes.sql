create or replace function _place_nodes(p_nodes jsonb)
returns integer[]
language plpgsql
as $_place_nodes$
declare
    r_closed record;
    v_route_ids integer[];
begin
    perform _check_lane(n.lane_id, 'submit')
    from (select distinct v.value ->> 'lane' as lane_id from jsonb_each(p_nodes) as v) as n;
    select l.lane_id, l.state
    into r_closed
    from jsonb_each(p_nodes) as n
    inner join ff_lane as l on l.lane_id = n.value ->> 'lane'
    where l.state in ('draining', 'disabled')
    limit 1;
    if found then
        perform _raise('lane_not_accepting', jsonb_build_object(
            'lane_id', r_closed.lane_id, 'lane_state', r_closed.state
        ));
    end if;
    perform _enter_lanes(array(
        select distinct v.value ->> 'lane' from jsonb_each(p_nodes) as v
    ));
    with node as (
        select
            n.item,
            n.value ->> 'lane' as lane_id,
            _sorted_set(array(
                select c.value
                from jsonb_array_elements_text(
                    coalesce(nullif(n.value -> 'required_capabilities', 'null'), '[]')
                ) as c (value)
            )) as capabilities,
            coalesce((n.value ->> 'priority')::numeric::integer, 0) as priority
        from jsonb_each(p_nodes) with ordinality as n (key, value, item)
    ),

    numbered as (
        select
            n.item,
            n.lane_id,
            n.capabilities,
            n.priority,
            dense_rank() over (order by n.lane_id, n.capabilities, n.priority) as place
        from node as n
    ),

    routed as (
        select array_agg(
            _route_for(d.lane_id, d.capabilities, d.priority) order by d.place
        ) as ids
        from (
            select distinct n.place, n.lane_id, n.capabilities, n.priority
            from numbered as n
        ) as d
    )

    select array_agg(r.ids[n.place] order by n.item)
    into v_route_ids
    from numbered as n
    cross join routed as r;
    return v_route_ids;
end;
$_place_nodes$;

comment on function _place_nodes is 'The routes of the nodes of a flow; makes those that do not exist.';
