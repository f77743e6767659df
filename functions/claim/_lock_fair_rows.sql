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
    v_routes _fair_route[] := array(
        select r from _fair_routes(p_lane_id, p_capabilities, p_now) as r
    );
    v_row_ids tid[] := '{}'::tid[];
    v_item integer;
    v_priority integer;
    v_pass_left integer := 0;
    v_share integer;
    v_turn bigint;
    v_locked tid[];
    v_last_at timestamptz;
begin
    while cardinality(v_row_ids) < p_limit loop
        -- best priority first; within it the key that was not served for the longest time
        select i.item::integer, i.priority
        into v_item, v_priority
        from unnest(v_routes) with ordinality as i (
            route_id, priority, head_at, oldest_at, fairness_key, last_turn, item
        )
        where i.oldest_at is not null
        order by i.priority desc, i.last_turn nulls first, i.oldest_at
        limit 1;
        exit when not found;
        if v_pass_left = 0 then
            v_pass_left := (
                select count(distinct o.fairness_key)::integer
                from unnest(v_routes) as o
                where o.priority = v_priority and o.oldest_at is not null
            );
            v_share := greatest((p_limit - cardinality(v_row_ids)) / v_pass_left, 1);
        end if;
        v_pass_left := v_pass_left - 1;
        select l.p_row_ids, l.p_last_at
        into v_locked, v_last_at
        from _lock_route_rows(
            v_routes[v_item].route_id, v_routes[v_item].head_at, p_now, v_share, p_now
        ) as l;
        if cardinality(v_locked) < v_share then
            v_routes[v_item].oldest_at := null;
        else
            -- a timestamp counts microseconds: this is the next one
            v_routes[v_item].head_at := v_last_at + interval '1 microsecond';
            v_routes[v_item].oldest_at := v_routes[v_item].head_at;
        end if;
        continue when v_locked = '{}';
        v_row_ids := v_row_ids || v_locked;
        insert into ff_fair_turn (lane_id, fairness_key)
        values (p_lane_id, v_routes[v_item].fairness_key)
        returning turn_id into v_turn;
        for v_other in 1..cardinality(v_routes) loop
            if v_routes[v_other].fairness_key = v_routes[v_item].fairness_key then
                v_routes[v_other].last_turn := v_turn;
            end if;
        end loop;
    end loop;
    return v_row_ids;
end;
$_lock_fair_rows$;

comment on function _lock_fair_rows is
'As _lock_due_rows, in a lane whose fairness keys are served in turn.';
