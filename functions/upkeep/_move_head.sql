create or replace function _move_head(p_route_id integer, p_proof _proof)
returns void
language plpgsql
as $_move_head$
declare
    v_patience constant interval := interval '1 second';
    v_head_at constant timestamptz := _head_of(p_route_id);
    v_least_at timestamptz;
    v_free_at timestamptz;
    v_target_at timestamptz;
begin
    select e.claimable_at
    into v_least_at
    from ff_exec_core as e
    where
        e.route_id = p_route_id
        and e.claimable_at >= v_head_at
        -- later index entries are of leases of completed executions, and dead, too
        and e.claimable_at <= p_proof.proven_at
    order by e.claimable_at
    limit 1;
    v_target_at := least(p_proof.proven_at, v_least_at);

    if v_least_at < p_proof.proven_at - v_patience then
        -- Either there is a backlog, or an open transaction holds these rows: then pass them.
        select e.claimable_at
        into v_free_at
        from ff_exec_core as e
        where
            e.route_id = p_route_id
            and e.claimable_at >= v_head_at
            and e.claimable_at < p_proof.proven_at
        order by e.claimable_at
        limit 1
        for no key update skip locked;
        if v_free_at is distinct from v_least_at then
            v_target_at := _note_debts(
                p_route_id, v_head_at, coalesce(v_free_at, p_proof.proven_at)
            );
        end if;
    end if;

    if v_target_at > v_head_at then
        perform _set_head(p_route_id, p_proof.era, v_target_at);
    end if;
end;
$_move_head$;

comment on function _move_head is
'Moves the head of a route as far as the proof allows, but never past a row that is neither claimable nor noted.';
