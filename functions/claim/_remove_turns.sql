create or replace function _remove_turns(
    p_route_id integer,
    p_fairness_key text,
    p_before_id bigint
)
returns void
language plpgsql
as $_remove_turns$
begin
    -- a turn that another claim removes at this moment is replaced all the same
    delete from ff_fair_turn as t
    where t.ctid = any (array(
        select o.ctid
        from ff_fair_turn as o
        where
            o.route_id = p_route_id
            and o.fairness_key = p_fairness_key
            and o.turn_id >= _first_fair_turn(p_route_id)
            and o.turn_id < p_before_id
        order by o.turn_id
        limit 100
        for update skip locked
    ));
end;
$_remove_turns$;

comment on function _remove_turns is 'Removes turns of a key that a later turn has replaced.';
