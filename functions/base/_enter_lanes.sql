create or replace function _enter_lanes(p_lane_ids text[])
returns integer
language plpgsql
as $_enter_lanes$
declare
    v_count integer := 0;
begin
    if _are_lanes_closed() then
        -- in one order: two calls that enter the same lanes never deadlock
        insert into ff_lane (lane_id, is_restricted, registered_at, updated_at)
        select n.lane_id, true, _now(), _now()
        from unnest(p_lane_ids) as n (lane_id)
        order by n.lane_id collate "C"
        on conflict (lane_id) do nothing;
        get diagnostics v_count = row_count;
    end if;
    return v_count;
end;
$_enter_lanes$;

comment on function _enter_lanes is
'Writes the rows of lanes that have none, if lanes without grants are closed: a lane that has a route and no row is open. Returns how many.';
