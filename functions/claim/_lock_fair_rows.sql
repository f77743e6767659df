create or replace function _lock_fair_rows(
    p_lane_id text,
    p_capabilities text[],
    p_now timestamptz,
    p_limit integer
)
returns tid[]
language plpgsql
as $_lock_fair_rows$
declare
    v_routes _due_route[];
    v_priority integer := 2147483647;
    v_row_ids tid[] := '{}'::tid[];
begin
    while cardinality(v_row_ids) < p_limit loop
        v_routes := _best_due_routes(p_lane_id, p_capabilities, p_now, v_priority);
        exit when v_routes = '{}';
        v_priority := v_routes[1].priority;
        v_row_ids := v_row_ids
            || _lock_rows_in_turn(v_routes, p_now, p_limit - cardinality(v_row_ids));
    end loop;
    return v_row_ids;
end;
$_lock_fair_rows$;

comment on function _lock_fair_rows is
'As _lock_due_rows, in a lane whose fairness keys are served in turn.';
