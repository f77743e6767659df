create or replace function _waiting_turns(
    p_routes _due_route[],
    p_limit integer,
    p_passed_over integer
)
returns _fair_turn[]
language plpgsql
stable
as $_waiting_turns$
begin
    return array(
        select (
            w.turn_id, i.item, w.fairness_key, w.entered_by, greatest(i.head_at, w.from_at), null
        )::_fair_turn
        from unnest(p_routes) with ordinality as i (
            route_id, priority, head_at, oldest_at, has_rules, item
        )
        cross join lateral (
            select t.turn_id, t.fairness_key, t.entered_by, t.from_at
            from (
                select f.turn_id, f.fairness_key, f.entered_by, f.from_at
                from ff_fair_turn as f
                where
                    f.route_id = i.route_id
                    and not f.is_left
                    and f.turn_id >= _first_fair_turn(i.route_id)
                order by f.turn_id
                limit p_limit + p_passed_over
            ) as t
            where not exists (
                select 1
                from ff_fair_turn as n
                where
                    n.route_id = i.route_id
                    and n.fairness_key = t.fairness_key
                    and n.turn_id > t.turn_id
            )
            order by t.turn_id
            limit p_limit
        ) as w
        order by w.turn_id
        limit p_limit
    );
end;
$_waiting_turns$;

comment on function _waiting_turns is
'The keys of some routes whose turns come next. A turn that a later one of its key replaces does not count: the transaction that replaced it may still be open. At most p_passed_over such turns of a route are passed over.';
