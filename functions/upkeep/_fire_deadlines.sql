create or replace function _fire_deadlines(p_proof _proof, p_limit integer)
returns integer
language plpgsql
as $_fire_deadlines$
declare
    -- deadlines have a head of their own, under a route that does not exist
    v_route_id constant integer := 0;
    v_patience constant interval := interval '1 second';
    v_head_at constant timestamptz := _head_of(v_route_id);
    v_now constant timestamptz := _now();
    v_late_at timestamptz;
    v_target_at timestamptz;
    v_keys uuid[];
    v_count integer;
begin
    -- all are locked before the first one is settled: that may end others
    v_keys := array(
        select e.execution_id
        from ff_exec_core as e
        where
            e.deadline_at >= v_head_at
            and e.deadline_at <= v_now
            and e.terminal_at is null
            and not _is_put_off(e.execution_id, v_now)
        order by e.deadline_at
        limit p_limit
        for no key update skip locked
    );
    perform _settle_candidates(v_keys, v_now);
    v_count := cardinality(v_keys);

    if p_proof.proven_at is null or v_count >= p_limit then
        return v_count;
    end if;
    -- what an open transaction holds is visited as a debt when it is free again
    v_late_at := least(p_proof.proven_at, v_now) - v_patience;
    if v_late_at > v_head_at then
        v_target_at := _note_overdue(v_head_at, v_late_at);
        if v_target_at = v_late_at then
            select least(p_proof.proven_at, min(e.deadline_at))
            into v_target_at
            from ff_exec_core as e
            where
                e.deadline_at >= v_late_at
                and e.deadline_at < p_proof.proven_at
                and e.terminal_at is null;
        end if;
        perform _set_head(v_route_id, p_proof.era, v_target_at);
    end if;
    return v_count;
end;
$_fire_deadlines$;

comment on function _fire_deadlines is
'Ends executions that are past their deadline, also where nobody claims; answers how many.';
