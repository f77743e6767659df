create or replace function _lane_rules(p_lane_id text)
returns jsonb
language plpgsql
stable
as $_lane_rules$
begin
    return (
        select l.options from ff_lane as l where l.lane_id = p_lane_id and _has_rules(l.options)
    );
end;
$_lane_rules$;

comment on function _lane_rules is 'The options of a lane that has limits or shares fairly; else null.';
