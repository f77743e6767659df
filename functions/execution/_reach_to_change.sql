create or replace function _reach_to_change(p_is_for_submitters boolean)
returns _reach
language plpgsql
stable
as $_reach_to_change$
declare
    v_roles constant name[] := _acting_roles();
    v_reach _reach;
begin
    if current_setting('transaction_isolation') <> 'read committed' then
        perform _refuse_old_grants(l.lane_id) from ff_lane as l where l.is_restricted;
    end if;
    if not p_is_for_submitters or _acts_as_operator(v_roles) then
        v_reach.hidden_routes := _routes_in(_hidden_lanes('operate'));
    else
        v_reach.submitters := v_roles::text[];
        v_reach.hidden_routes_of_own := _routes_in(_hidden_lanes('submit', 'operate'));
    end if;
    return v_reach;
end;
$_reach_to_change$;

comment on function _reach_to_change is
'The executions that the caller may change: an operator those in lanes that are not closed to it; where submitters may, they their own.';
