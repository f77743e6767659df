create or replace function _route_for(
    p_lane_id text,
    p_required_capabilities text[],
    p_priority integer
)
returns integer
language plpgsql
as $_route_for$
begin
    return coalesce(
        (
            select r.route_id
            from ff_route as r
            where
                r.lane_id = p_lane_id
                and r.priority = p_priority
                and r.required_capabilities = p_required_capabilities
                and r.merged_into is null
                -- implied, and named for the index of routes in use
                and r.retired_at is null
            -- every session takes the first one, so that duplicates fall out of use
            order by r.route_id
            limit 1
        ),
        _new_route(p_lane_id, p_required_capabilities, p_priority)
    );
end;
$_route_for$;

comment on function _route_for is 'The route of a combination; makes it if it does not exist.';
