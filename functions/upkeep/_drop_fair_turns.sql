create or replace function _drop_fair_turns(p_route_ids integer[], p_limit integer)
returns void
language plpgsql
as $_drop_fair_turns$
begin
    delete from ff_fair_turn as t
    where t.ctid = any (array(
        select o.ctid
        from ff_fair_turn as o
        where o.route_id = any (p_route_ids)
        limit p_limit
        for update skip locked
    ));
    delete from ff_fair_sweep as s
    where s.ctid = any (array(
        select o.ctid
        from ff_fair_sweep as o
        where o.route_id = any (p_route_ids)
        limit p_limit
        for update skip locked
    ));
end;
$_drop_fair_turns$;

comment on function _drop_fair_turns is 'Removes the turns of routes that no claim looks into any more, and how far they were looked for.';
