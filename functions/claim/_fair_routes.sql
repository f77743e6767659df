create or replace function _fair_routes(
    p_lane_id text,
    p_capabilities text[],
    p_now timestamptz
)
returns setof _fair_route
language plpgsql
stable
as $_fair_routes$
begin
    return query
    select d.route_id, d.priority, d.head_at, d.oldest_at, r.fairness_key, t.turn_id
    from _due_routes(p_lane_id, p_capabilities, p_now) as d
    inner join ff_route as r on r.route_id = d.route_id
    left join lateral (
        select f.turn_id
        from ff_fair_turn as f
        where f.lane_id = p_lane_id and f.fairness_key = r.fairness_key
        order by f.turn_id desc
        limit 1
    ) as t on true;
end;
$_fair_routes$;

comment on function _fair_routes is
'The routes of a lane that a worker may take work from now, with the last turns of their keys.';
