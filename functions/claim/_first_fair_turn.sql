create or replace function _first_fair_turn(p_route_id integer)
returns bigint
language sql
stable
as $_first_fair_turn$
    select coalesce(
        (
            select s.first_turn_id
            from ff_fair_sweep as s
            where s.route_id = p_route_id
            order by s.sweep_id desc
            limit 1
        ),
        0
    )
$_first_fair_turn$;

comment on function _first_fair_turn is
'Where to begin to look for the turns of a route: earlier ones are gone, and lie dead in front.';
