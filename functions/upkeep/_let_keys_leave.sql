create or replace function _let_keys_leave(p_route_id integer, p_limit integer)
returns integer
language plpgsql
as $_let_keys_leave$
declare
    v_now constant timestamptz := _now();
    v_from_id constant bigint := (
        select s.first_left_id
        from ff_fair_sweep as s
        where s.route_id = p_route_id
        order by s.sweep_id
        limit 1
    );
    v_turn_ids bigint[];
    v_holders text[];
    r_turn record;
begin
    -- First the keys that have left, then the holders of the gate: a later holder sees them, too.
    v_turn_ids := array(
        select t.turn_id
        from ff_fair_turn as t
        where t.route_id = p_route_id and t.is_left and t.turn_id >= v_from_id
        order by t.turn_id
        limit p_limit
    );
    select h.p_holders into v_holders from _gate_holders('ff_gate_h') as h;
    -- Each step is a statement of its own: a holder that is gone by now has committed its rows.
    for r_turn in
        select t.turn_id, t.fairness_key
        from ff_fair_turn as t
        where t.turn_id = any (v_turn_ids) and not t.holders && v_holders
        for update skip locked
    loop
        perform _await_turn(p_route_id, r_turn.fairness_key, d.submitter)
        from (
            select coalesce(e.creating_login, e.created_by) as submitter
            from ff_exec_core as e
            where
                e.route_id = p_route_id
                and e.fairness_key = r_turn.fairness_key
                and e.claimable_at >= _head_of(p_route_id)
                and e.claimable_at <= v_now
            order by e.claimable_at
            limit 1
        ) as d;
        delete from ff_fair_turn as t where t.turn_id = r_turn.turn_id;
    end loop;
    update ff_fair_turn as t
    set holders = v_holders
    from (
        select o.ctid as row_id
        from ff_fair_turn as o
        where o.turn_id = any (v_turn_ids) and o.holders is null
        for update skip locked
    ) as o
    where t.ctid = o.row_id;
    return cardinality(v_turn_ids);
end;
$_let_keys_leave$;

comment on function _let_keys_leave is
'Removes keys of a route that have left, once all transactions have ended that may have submitted while these keys still waited; keys that have work by then wait again.';
