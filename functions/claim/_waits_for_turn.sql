create or replace function _waits_for_turn(p_route_id integer, p_fairness_key text)
returns boolean
language plpgsql
stable
as $_waits_for_turn$
begin
    return coalesce(
        (
            select not t.is_left and t.turn_id >= _first_fair_turn(p_route_id)
            from ff_fair_turn as t
            where t.route_id = p_route_id and t.fairness_key = p_fairness_key
            order by t.turn_id desc
            limit 1
        ),
        false
    );
end;
$_waits_for_turn$;

comment on function _waits_for_turn is
'Does a key wait for a turn? The latest that was written of it counts.';
