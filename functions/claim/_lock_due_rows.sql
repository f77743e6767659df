create or replace function _lock_due_rows(
    p_lane_id text,
    p_capabilities text[],
    p_now timestamptz,
    p_limit integer,
    out p_row_ids tid[],
    out p_rules jsonb,
    out p_is_plain boolean
)
language plpgsql
as $_lock_due_rows$
declare
    v_routes _due_route[];
    v_is_only_route boolean := true;
    v_item integer := 1;
    v_next_at timestamptz;
    v_locked tid[];
    v_are_waiting boolean;
begin
    p_row_ids := '{}';
    p_is_plain := true;
    v_routes := array(select r from _open_routes(p_lane_id, p_capabilities) as r limit 2);
    if cardinality(v_routes) > 1 then
        v_is_only_route := false;
        v_routes := _best_due_routes(p_lane_id, p_capabilities, p_now);
    end if;

    if v_routes[1].has_rules then
        p_is_plain := false;
        p_rules := _lane_rules(p_lane_id);
        if _is_fair(p_rules) then
            p_row_ids := _lock_fair_rows(p_lane_id, p_capabilities, p_now, p_limit);
            return;
        end if;
    end if;

    -- A merge of the routes of each priority: from the one with the oldest due row, as far as the
    -- next one begins.
    while cardinality(p_row_ids) < p_limit and v_routes <> '{}' loop
        if not v_is_only_route then
            select
                i.item::integer,
                lead(i.oldest_at) over (order by i.oldest_at)
            into v_item, v_next_at
            from unnest(v_routes) with ordinality as i (
                route_id, priority, head_at, oldest_at, has_rules, item
            )
            where i.oldest_at is not null
            order by i.oldest_at
            limit 1;
            if not found then
                v_routes := _best_due_routes(
                    p_lane_id, p_capabilities, p_now, v_routes[1].priority
                );
                continue;
            end if;
        end if;
        select l.p_row_ids, l.p_are_waiting
        into v_locked, v_are_waiting
        from _lock_route_rows(
            v_routes[v_item].route_id, v_routes[v_item].head_at, coalesce(v_next_at, p_now),
            p_limit - cardinality(p_row_ids), p_now
        ) as l;
        p_row_ids := p_row_ids || v_locked;
        p_is_plain := p_is_plain and v_are_waiting;
        exit when v_is_only_route;
        -- a timestamp counts microseconds: this is the next one
        v_routes[v_item].head_at := v_next_at + interval '1 microsecond';
        v_routes[v_item].oldest_at := (
            select min(e.claimable_at)
            from ff_exec_core as e
            where
                e.route_id = v_routes[v_item].route_id
                and e.claimable_at >= v_routes[v_item].head_at
                and e.claimable_at <= p_now
        );
    end loop;
end;
$_lock_due_rows$;

comment on function _lock_due_rows is
'Locks the due rows that a worker may take, best priority first and the longest due first within it, skipping rows that others hold; p_is_plain: all of them may be leased as they are. p_rules: the limits of all rows of the lane, read once for the claim.';
