create or replace function _drop_replaced_turns(
    p_route_id integer,
    p_from_id bigint,
    p_limit integer
)
returns integer
language plpgsql
as $_drop_replaced_turns$
declare
    v_row_ids constant tid[] := array(
        select o.ctid
        from (
            select t.turn_id
            from ff_fair_turn as t
            where t.route_id = p_route_id and not t.is_left and t.turn_id >= p_from_id
            order by t.turn_id
            limit p_limit
        ) as f
        inner join ff_fair_turn as o on o.turn_id = f.turn_id
        where exists (
            select 1
            from ff_fair_turn as n
            where
                n.route_id = p_route_id
                and n.fairness_key = o.fairness_key
                and n.turn_id > o.turn_id
        )
        for update of o skip locked
    );
begin
    delete from ff_fair_turn as t where t.ctid = any (v_row_ids);
    return cardinality(v_row_ids);
end;
$_drop_replaced_turns$;

comment on function _drop_replaced_turns is
'Removes turns that others have replaced and could not remove, among the p_limit turns that come next; returns how many.';
