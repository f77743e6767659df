create or replace function _set_head(p_route_id integer, p_era bigint, p_head_at timestamptz)
returns void
language plpgsql
as $_set_head$
begin
    insert into ff_head (route_id, era, head_at)
    select p_route_id, p_era, p_head_at
    from ff_clock_era as e
    -- After the end of its era the proof does not hold any longer. If the era ends after this,
    -- the next one lowers the heads of all routes that could be seen here.
    where e.last_value = p_era;
end;
$_set_head$;

comment on function _set_head is 'Writes a new head of a route, unless the era of its proof has ended.';
