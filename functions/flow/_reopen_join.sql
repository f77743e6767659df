create or replace function _reopen_join(p_execution_id uuid)
returns integer
language plpgsql
as $_reopen_join$
declare
    v_now constant timestamptz := _now_at_gate();
    v_group ff_edge_group;
    v_met_count bigint;
    v_state ff_edge_group_state;
    v_upstreams uuid[];
    v_opened_count integer;
begin
    select g.*
    into v_group
    from ff_edge_group as g
    where g.downstream_id = p_execution_id
    for no key update;
    if not found
        or not exists (
            select 1
            from ff_edge as d
            where
                d.downstream_id = p_execution_id
                and d.state <> 'pending'
        )
    then
        return 0;
    end if;
    v_met_count := (
        select count(*)
        from ff_edge as d
        left join ff_exec_core as u
            on u.execution_id = d.upstream_id
        where
            d.downstream_id = p_execution_id
            and d.state = 'satisfied'
            and coalesce(u.state = 'completed', true)
    );
    -- edges that were added after the join was lost may be enough to satisfy it
    v_state := case
        when v_group.state = 'satisfied' then v_group.state
        else _join_verdict(
            v_group.policy, v_group.required_count, v_group.total_count, v_met_count, 0
        )
    end;
    update ff_edge_group as g
    set
        is_open = true,
        state = v_state,
        decided_at = case when v_state <> 'pending' then coalesce(g.decided_at, v_now) end,
        satisfied_count = case
            when g.state = 'satisfied' then g.satisfied_count else v_met_count
        end,
        failed_count = case when g.state = 'satisfied' then g.failed_count else 0 end,
        skipped_count = case when g.state = 'satisfied' then g.skipped_count else 0 end
    where g.downstream_id = p_execution_id;
    update ff_exec_core as e
    -- its deadline still ends it
    set state = 'children_replay', claimable_at = e.deadline_at
    where e.execution_id = p_execution_id;
    if v_group.state = 'satisfied' then
        -- at once, with the results as they are now
        perform _settle_children(array[p_execution_id], v_now);
        return 0;
    end if;
    with opened as (
        update ff_edge as d
        set
            state = 'applied',
            upstream_outcome = 'none',
            resolved_at = null,
            -- An upstream that has ended without success counts again when it has been replayed,
            -- also if that end is still to be counted by a todo.
            awaited_replay_count = u.replay_count
                + (u.terminal_at is not null and u.state <> 'completed')::integer
        from ff_exec_core as u
        where
            d.downstream_id = p_execution_id
            -- also an edge that was satisfied by an earlier life of its upstream
            and (
                d.state in ('applied', 'impossible')
                or (d.state = 'satisfied' and u.state <> 'completed')
            )
            and u.execution_id = d.upstream_id
        returning d.upstream_id, d.awaited_replay_count > u.replay_count as is_to_be_replayed
    )

    select
        array_agg(o.upstream_id) filter (where not o.is_to_be_replayed),
        count(*)::integer
    into v_upstreams, v_opened_count
    from opened as o;
    perform _resolve_if_over(v_upstreams);
    if v_state = 'satisfied' then
        perform _settle_children(array[p_execution_id], v_now);
    end if;
    return least(v_opened_count, 1);
end;
$_reopen_join$;

comment on function _reopen_join is
'Makes a locked execution that was just replayed wait for its join again. If the join is satisfied, the execution gets the results as they are now. Otherwise every edge that the present life of its upstream does not satisfy is opened again. Returns the number of joins that were opened: 1 or 0.';
