create or replace function _settle_children(
    p_children uuid[],
    p_now timestamptz,
    p_limit integer default 100,
    p_try_count integer default 0,
    p_is_todo boolean default false,
    p_stop_at timestamptz default null
)
returns void
language plpgsql
as $_settle_children$
declare
    v_stop_at constant timestamptz := coalesce(p_stop_at, _now() + _ride_along_time());
    v_locked integer[];
    v_early ff_exec_core[];
    v_free tid[];
    v_fed uuid[];
    v_lost uuid[];
    v_held uuid[];
    v_raced uuid[];
    v_cancelled uuid[];
    v_execution ff_exec_core;
    v_count integer := 0;
begin
    if current_setting('transaction_isolation') <> 'read committed' then
        perform _settle_later(p_children);
        return;
    end if;
    v_locked := _lock_unsettled(p_children, p_is_todo);
    -- read after the locks: a replay that opens a join again holds its execution
    select
        array_agg(e) filter (
            where
                w.is_locked
                and g.is_open
                and _waits_for_worker(e.state, e.claimable_at, e.deadline_at)
                and not w.is_lost
        ),
        array_agg(e.ctid order by k.item) filter (where w.may_go and not w.is_to_be_fed),
        array_agg(w.child order by k.item) filter (where w.may_go and w.is_to_be_fed),
        array_agg(w.child) filter (where w.is_locked and w.is_lost),
        array_agg(w.child) filter (where not w.is_locked and _is_unsettled(g, e.state)),
        array_agg(w.child) filter (where w.has_candidates),
        -- it began before its flow was cancelled; no claim finds it while it waits for others
        array_agg(distinct g.flow_id) filter (
            where
                f.cancellation_policy = 'cancel_pending'
                and g.state = 'pending'
                and e.state between 'children_first' and 'children_resume'
        )
    into v_early, v_free, v_fed, v_lost, v_held, v_raced, v_cancelled
    from unnest(p_children) with ordinality as k (execution_id, item)
    inner join ff_edge_group as g on g.downstream_id = k.execution_id
    inner join ff_exec_core as e on e.execution_id = k.execution_id
    left join ff_flow as f on f.flow_id = g.flow_id
    cross join lateral (
        select
            k.execution_id as child,
            k.item = any (v_locked) as is_locked,
            k.item = any (v_locked) and g.state = 'satisfied'
            and e.state between 'children_first' and 'children_resume' as may_go,
            g.has_inputs and g.is_open as is_to_be_fed,
            g.state = 'impossible'
            and e.terminal_at is null
            and _ends_with_flow(f.cancellation_policy, e.state) as is_lost,
            g.state <> 'pending'
            and g.satisfied_count + g.failed_count + g.skipped_count < g.total_count
            and not p_is_todo as has_candidates
    ) as w;

    if v_early is not null then
        -- its edges were applied while another session held it
        foreach v_execution in array v_early loop
            perform _block_child(v_execution);
        end loop;
        perform _settle_children(
            array(select e.execution_id from unnest(v_early) as e),
            p_now, p_limit, p_try_count, true, v_stop_at
        );
    end if;
    if v_free is not null then
        perform _unblock_children(v_free, p_now);
    end if;
    while v_fed <> '{}' loop
        perform _feed_child(v_fed[1], p_now);
        v_fed := v_fed[2:];
        v_count := v_count + 1;
        exit when not _has_time(v_stop_at, v_count);
    end loop;
    while v_lost <> '{}' loop
        perform _skip_child(v_lost[1], p_now);
        v_lost := v_lost[2:];
        v_count := v_count + 1;
        exit when not _has_time(v_stop_at, v_count);
    end loop;
    if v_fed || v_lost <> '{}' then
        perform _add_flow_todo('settle', v_fed || v_lost);
    end if;
    if v_raced is not null then
        perform _cancel_losers(v_raced, p_limit, p_try_count, v_stop_at);
    end if;
    if v_held is not null then
        perform _add_flow_todo('settle', v_held, p_try_count);
    end if;
    if v_cancelled is not null then
        perform _add_flow_todo('cancel', v_cancelled);
        perform _ask_for_tick();
    end if;
end;
$_settle_children$;

comment on function _settle_children is
'Applies the state of joins to their executions: blocks an execution that does not wait yet; when the join is decided, releases or skips the execution and cancels the losers, which have todos of their own. Leaves a todo for executions and joins that another session holds, and for members that wait in a flow whose policy cancels them.';
