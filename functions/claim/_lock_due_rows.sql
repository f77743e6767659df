create or replace function _lock_due_rows(
    p_lane_id text,
    p_capabilities text[],
    p_now timestamptz,
    p_limit integer,
    p_lease_ttl_ms bigint,
    p_attempt_timeout_ms bigint,
    out p_rows _due_row[],
    out p_is_plain boolean
)
language plpgsql
as $_lock_due_rows$
declare
    v_routes _due_route[];
    v_is_only_route boolean := true;
    v_item integer := 1;
    v_next_at timestamptz;
    v_locked _due_row[];
    v_locked_are_plain boolean;
begin
    p_rows := '{}';
    p_is_plain := true;
    v_routes := array(select r from _open_routes(p_lane_id, p_capabilities) as r limit 2);
    if cardinality(v_routes) > 1 then
        v_is_only_route := false;
        v_routes := _best_due_routes(p_lane_id, p_capabilities, p_now);
    end if;

    if v_routes[1].has_rules and _is_fair(_lane_rules(p_lane_id)) then
        p_rows := _lock_fair_rows(
            p_lane_id, p_capabilities, p_now, p_limit, p_lease_ttl_ms, p_attempt_timeout_ms
        );
        p_is_plain := false;
        return;
    end if;

    -- A merge of the routes of each priority: from the one with the oldest due row, as far as the
    -- next one begins.
    while cardinality(p_rows) < p_limit and v_routes <> '{}' loop
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
        select
            array_agg(
                row(
                    c.ctid,
                    c.execution_id,
                    c.lease_epoch + 1,
                    c.flow_id,
                    c.namespace,
                    c.tags,
                    _is_resumable(c.state),
                    _is_active(c.state),
                    t.attempt_deadline_at,
                    least(
                        _after_ms(p_now, p_lease_ttl_ms), t.attempt_deadline_at, c.deadline_at
                    )
                )::_due_row
            ),
            bool_and(
                c.state < 'children_first'
                and not (c.is_limited or v_routes[v_item].has_rules)
                and coalesce(c.deadline_at > p_now, true)
                -- written out: a function around a subquery is not inlined
                and (
                    c.flow_id is null
                    or (
                        select f.cancelled_at from ff_flow as f where f.flow_id = c.flow_id
                    ) is null
                )
            )
        into v_locked, v_locked_are_plain
        from (
            select e.ctid, e.*
            from ff_exec_core as e
            where
                e.route_id = v_routes[v_item].route_id
                and e.claimable_at >= v_routes[v_item].head_at
                and e.claimable_at <= coalesce(v_next_at, p_now)
            order by e.claimable_at
            limit p_limit - cardinality(p_rows)
            for no key update skip locked
        ) as c
        cross join lateral (
            select _attempt_deadline(
                c.state, c.policy, c.attempt_deadline_at, c.lease_ended_at,
                p_now, p_attempt_timeout_ms
            ) as attempt_deadline_at
        ) as t;
        p_rows := p_rows || v_locked;
        p_is_plain := p_is_plain and coalesce(v_locked_are_plain, true);
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
'Locks the due rows that a worker may take, best priority first and the longest due first within it, skipping what others hold; answers them with the lease that each would get.';
