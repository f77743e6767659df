create or replace function _lane_closed_as(p_lane_id text)
returns text
language plpgsql
stable
as $_lane_closed_as$
begin
    return (
        select l.state::text
        from ff_lane as l
        where l.lane_id = p_lane_id and l.state in ('paused', 'disabled')
    );
end;
$_lane_closed_as$;

comment on function _lane_closed_as is
'The state of a lane that hands out no work, paused or disabled; null when it does.';
