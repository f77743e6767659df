create or replace function _sweep_fair_turns(p_route_id integer, p_limit integer)
returns integer
language plpgsql
as $_sweep_fair_turns$
declare
    v_kept constant integer := 10;
    v_patience constant interval := interval '2 seconds';
    -- where more comes due than a tick looks at, the rest is left to the round
    v_reach constant interval := interval '10 seconds';
    v_now constant timestamptz := _now();
    v_head_at constant timestamptz := _head_of(p_route_id);
    v_next_id bigint;
    v_oldest ff_fair_sweep;
    v_newest ff_fair_sweep;
    v_new ff_fair_sweep;
    v_piece record;
    v_from timestamptz;
    v_count integer;
begin
    select s.* into v_oldest
    from ff_fair_sweep as s where s.route_id = p_route_id order by s.sweep_id limit 1;
    select s.* into v_newest
    from ff_fair_sweep as s where s.route_id = p_route_id order by s.sweep_id desc limit 1;
    select q.last_value into v_next_id from ff_fair_turn_turn_id_seq as q;

    perform _drop_replaced_turns(p_route_id, coalesce(v_oldest.first_turn_id, 0), 2 * p_limit);
    v_new.first_turn_id := coalesce(
        (
            select o.turn_id
            from ff_fair_turn as o
            where
                o.route_id = p_route_id
                and not o.is_left
                -- those that were open for some seconds appear behind the newest hint
                and o.turn_id >= coalesce(v_oldest.first_turn_id, 0)
                and not exists (
                    select 1
                    from ff_fair_turn as n
                    where
                        n.route_id = p_route_id
                        and n.fairness_key = o.fairness_key
                        and n.turn_id > o.turn_id
                )
            order by o.turn_id
            limit 1
        ),
        v_next_id
    );
    v_new.first_left_id := coalesce(
        (
            select o.turn_id
            from ff_fair_turn as o
            where
                o.route_id = p_route_id
                and o.is_left
                and o.turn_id >= coalesce(v_oldest.first_left_id, 0)
            order by o.turn_id
            limit 1
        ),
        v_next_id
    );

    -- Work that came due since the last look, and a piece of the round through all due work.
    select p.* into v_piece from _enter_missing_keys(
        p_route_id, greatest(v_head_at, v_newest.recent_to - v_patience, v_now - v_reach),
        v_now, p_limit
    ) as p;
    v_new.recent_to := coalesce(v_piece.p_to, v_now);
    v_count := v_piece.p_count;
    if v_newest.round_key is null then
        v_from := greatest(v_head_at, v_newest.round_to);
        select p.* into v_piece from _enter_missing_keys(p_route_id, v_from, v_now, p_limit) as p;
        v_new.round_to := v_piece.p_to;
        v_count := v_count + v_piece.p_count;
    end if;
    if v_newest.round_key is not null or v_new.round_to = v_from + interval '1 microsecond' then
        -- more became due at one moment than a piece: the round goes on by keys
        select p.* into v_piece
        from _enter_keys_below(p_route_id, v_newest.round_key, v_head_at, v_now, p_limit) as p;
        v_new.round_key := v_piece.p_key;
        v_new.round_to := coalesce(v_new.round_to, v_newest.round_to);
        v_count := v_count + v_piece.p_count;
    end if;

    insert into ff_fair_sweep (
        route_id, first_turn_id, first_left_id, recent_to, round_to, round_key
    )
    values (
        p_route_id, v_new.first_turn_id, v_new.first_left_id, v_new.recent_to, v_new.round_to,
        v_new.round_key
    );
    delete from ff_fair_sweep as s
    where s.ctid = any (array(
        select o.ctid
        from ff_fair_sweep as o
        where o.route_id = p_route_id
        order by o.sweep_id desc
        offset v_kept
        for update skip locked
    ));
    return v_count;
end;
$_sweep_fair_turns$;

comment on function _sweep_fair_turns is
'Enters keys of a route that have due work and no turn, and notes where claims begin to look; returns how many.';
