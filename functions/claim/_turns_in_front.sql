create or replace function _turns_in_front(p_routes _due_route[], p_limit integer)
returns _fair_turn[]
language plpgsql
as $_turns_in_front$
declare
    v_passed_over constant integer := 64;
    v_turns constant _fair_turn[] := _waiting_turns(p_routes, p_limit, v_passed_over);
    v_full integer[];
begin
    if cardinality(v_turns) >= p_limit then
        return v_turns;
    end if;
    v_full := array(
        select r.route_id
        from unnest(p_routes) as r
        where (
            select count(*)
            from (
                select 1
                from ff_fair_turn as t
                where
                    t.route_id = r.route_id
                    and not t.is_left
                    and t.turn_id >= _first_fair_turn(r.route_id)
                limit p_limit + v_passed_over
            ) as w
        ) = p_limit + v_passed_over
    );
    if v_full = '{}' then
        return v_turns;
    end if;
    -- Thousands of turns may stand in front that were replaced since the last tick. In an older
    -- snapshot they cannot be removed, and those that an open transaction has removed stay visible.
    if current_setting('transaction_isolation') = 'read committed' then
        perform _drop_replaced_turns(r.route_id, _first_fair_turn(r.route_id), 1000)
        from unnest(v_full) as r (route_id);
    end if;
    return _waiting_turns(p_routes, p_limit, 5000);
end;
$_turns_in_front$;

comment on function _turns_in_front is
'The keys of some routes whose turns come next, also behind thousands of turns that others have replaced.';
