create or replace function _holds_turn(p_route_id integer, p_fairness_key text)
returns boolean
language plpgsql
as $_holds_turn$
begin
    perform 1
    from ff_fair_turn as t
    where t.route_id = p_route_id and t.fairness_key = p_fairness_key
    order by t.turn_id desc
    limit 1
    for key share skip locked;
    return found;
exception
    when serialization_failure then
        return false;
end;
$_holds_turn$;

comment on function _holds_turn is
'Is the turn of a key that an older snapshot shows still there? If so, it stays until the transaction ends.';
