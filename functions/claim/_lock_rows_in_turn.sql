create or replace function _lock_rows_in_turn(
    p_routes _due_route[],
    p_now timestamptz,
    p_limit integer
)
returns tid[]
language plpgsql
as $_lock_rows_in_turn$
declare
    v_probes constant integer := 8;
    v_turns _fair_turn[];
    v_turn _fair_turn;
    v_row_ids tid[] := '{}'::tid[];
    v_locked tid[];
    v_last_at timestamptz;
    v_share integer;
    v_misses integer := 0;
    v_is_dry boolean;
begin
    v_turns := _turns_in_front(p_routes, greatest(p_limit, v_probes));
    -- each key in turn, and again those that have more than their share
    loop
        v_is_dry := true;
        v_share := greatest(
            (p_limit - cardinality(v_row_ids)) / greatest((
                select count(*)::integer from unnest(v_turns) as t where t.from_at is not null
            ), 1),
            1
        );
        for v_item in 1..cardinality(v_turns) loop
            exit when cardinality(v_row_ids) >= p_limit or v_misses >= v_probes;
            v_turn := v_turns[v_item];
            continue when v_turn.from_at is null;
            select l.p_row_ids, l.p_last_at
            into v_locked, v_last_at
            from _lock_key_rows(
                p_routes[v_turn.item].route_id, v_turn.fairness_key, v_turn.from_at,
                least(v_share, p_limit - cardinality(v_row_ids)), p_now
            ) as l;
            if v_locked = '{}' then
                v_turns[v_item].from_at := null;
                v_turns[v_item].last_at := coalesce(v_turn.last_at, p_now);
                v_misses := v_misses + (v_turn.last_at is null)::integer;
            else
                -- a timestamp counts microseconds: this is the next one
                v_turns[v_item].from_at := v_last_at + interval '1 microsecond';
                v_turns[v_item].last_at := v_last_at;
                v_row_ids := v_row_ids || v_locked;
                v_is_dry := false;
            end if;
        end loop;
        exit when v_is_dry or cardinality(v_row_ids) >= p_limit or v_misses >= v_probes;
    end loop;
    foreach v_turn in array v_turns loop
        if v_turn.last_at is not null then
            perform _end_turn(p_routes[v_turn.item].route_id, v_turn, p_now);
        end if;
    end loop;
    -- turns give an order; due work is found without them as well
    for v_item in 1..cardinality(p_routes) loop
        exit when cardinality(v_row_ids) >= p_limit;
        v_row_ids := v_row_ids || _lock_rows_out_of_turn(
            p_routes[v_item], v_row_ids, p_limit - cardinality(v_row_ids), p_now
        );
    end loop;
    return v_row_ids;
end;
$_lock_rows_in_turn$;

comment on function _lock_rows_in_turn is
'Locks due rows of the routes of one priority, from key to key. At most 8 keys are looked at for nothing.';
