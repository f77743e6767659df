create or replace function _settle_children(
    p_children _execution_key[],
    p_now timestamptz,
    p_limit integer default 100,
    p_try_count integer default 0
)
returns void
language plpgsql
as $_settle_children$
declare
    v_row_ids tid[];
    v_free tid[];
    v_fed _execution_key[];
    v_lost _execution_key[];
    v_held _execution_key[];
    v_raced _execution_key[];
    v_child _execution_key;
begin
    v_row_ids := array(
        select e.ctid
        from unnest(p_children) as k (partition_key, execution_id)
        inner join ff_exec_core as e
            on e.execution_id = k.execution_id and e.partition_key = k.partition_key
        for no key update of e skip locked
    );
    -- read after the locks: a replay that opens a join again holds its execution
    select
        array_agg(e.ctid order by k.item) filter (where w.may_go and not g.has_inputs),
        array_agg(w.child order by k.item) filter (where w.may_go and g.has_inputs),
        array_agg(w.child) filter (where w.is_lost),
        array_agg(w.child) filter (where e.execution_id is null),
        array_agg(w.child) filter (where w.has_losers)
    into v_free, v_fed, v_lost, v_held, v_raced
    from unnest(p_children) with ordinality as k (partition_key, execution_id, item)
    inner join ff_edge_group as g
        on g.downstream_id = k.execution_id and g.downstream_partition = k.partition_key
    left join ff_exec_core as e
        on e.execution_id = k.execution_id
        and e.partition_key = k.partition_key
        and e.ctid = any (v_row_ids)
    cross join lateral (
        select
            (k.partition_key, k.execution_id)::_execution_key as child,
            g.state = 'satisfied'
            and e.state between 'children_first' and 'children_resume' as may_go,
            g.state = 'impossible'
            and e.execution_id is not null
            and e.terminal_at is null as is_lost,
            g.policy <> 'all_of'
            and g.on_satisfied = 'cancel_remaining'
            and g.satisfied_count + g.failed_count + g.skipped_count < g.total_count as has_losers
    ) as w
    where g.state <> 'pending';

    if v_free is not null then
        perform _release_children(v_free, p_now);
    end if;
    foreach v_child in array coalesce(v_fed, '{}') loop
        perform _feed_child(v_child, p_now);
    end loop;
    foreach v_child in array coalesce(v_lost, '{}') loop
        perform _skip_child(v_child, p_now);
    end loop;
    if v_raced is not null then
        perform _cancel_losers(v_raced, p_now, p_limit, p_try_count);
    end if;
    if v_held is not null then
        perform _owe('settle', v_held, p_try_count);
    end if;
end;
$_settle_children$;

comment on function _settle_children is
'Does what decided joins demand: releases or skips the executions behind them, and cancels the losers. Those that somebody holds are left as debts.';
