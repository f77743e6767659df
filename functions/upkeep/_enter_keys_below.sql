create or replace function _enter_keys_below(
    p_route_id integer,
    inout p_key text,
    p_from timestamptz,
    p_now timestamptz,
    p_limit integer,
    out p_count integer
)
language plpgsql
as $_enter_keys_below$
declare
    v_key text;
    v_submitter text;
begin
    p_count := 0;
    for v_item in 1..p_limit loop
        -- downwards: among the entries of a key, dead ones lie at the lower end
        if p_key is null then
            select e.fairness_key into v_key
            from ff_exec_core as e
            where
                e.route_id = p_route_id
                and e.fairness_key is not null
                and e.claimable_at is not null
            order by e.fairness_key desc, e.claimable_at desc
            limit 1;
        else
            select e.fairness_key into v_key
            from ff_exec_core as e
            where
                e.route_id = p_route_id
                and e.fairness_key < p_key
                and e.claimable_at is not null
            order by e.fairness_key desc, e.claimable_at desc
            limit 1;
        end if;
        p_key := v_key;
        exit when p_key is null;
        continue when _waits_for_turn(p_route_id, p_key);
        select coalesce(e.creating_login, e.created_by) into v_submitter
        from ff_exec_core as e
        where
            e.route_id = p_route_id
            and e.fairness_key = p_key
            and e.claimable_at >= p_from
            and e.claimable_at <= p_now
        order by e.claimable_at
        limit 1;
        if found then
            perform _await_turn(p_route_id, p_key, v_submitter);
            p_count := p_count + 1;
        end if;
    end loop;
end;
$_enter_keys_below$;

comment on function _enter_keys_below is
'Enters keys of a route that have due work and wait for no turn, in the order of the keys, whatever the number of their rows: those below p_key (null: all), p_limit at most. p_key becomes the last one looked at, or null when there are no more.';
