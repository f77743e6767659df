create or replace function _limited_lanes(p_nodes jsonb)
returns jsonb
language plpgsql
as $_limited_lanes$
declare
    v_submitters text[];
    v_counted jsonb := jsonb '{}';
    r_lane record;
begin
    for r_lane in
        select
            l.lane_id,
            count(*) as node_count,
            sum(_node_bytes(n.value)) as byte_count
        from jsonb_each(p_nodes) as n
        inner join ff_lane as l on l.lane_id = n.value ->> 'lane'
        where l.has_submitter_limits
        group by l.lane_id
        order by l.lane_id collate "C"
    loop
        v_submitters := _limited_submitters(r_lane.lane_id);
        if v_submitters is not null then
            perform _check_submitter(
                r_lane.lane_id, v_submitters, r_lane.node_count, r_lane.byte_count::bigint
            );
            v_counted := v_counted
                || jsonb_build_object(r_lane.lane_id, to_jsonb(v_submitters));
        end if;
    end loop;
    return v_counted;
end;
$_limited_lanes$;

comment on function _limited_lanes is
'The lanes of the nodes of a flow in which the caller has limits, with its names that have them. Raises where the nodes exceed one.';
