create or replace function _add_flow_todo(
    p_kind ff_flow_todo_kind,
    p_keys uuid[],
    p_try_count integer default 0,
    p_after uuid default null,
    p_has_left boolean default false,
    p_replay_count integer default null
)
returns void
language plpgsql
as $_add_flow_todo$
declare
    -- the gate comes first: the head of the todos relies on it
    v_now constant timestamptz := _now_at_gate();
    v_goes_on constant boolean := p_after is not null;
begin
    insert into ff_flow_todo (
        kind, flow_id, execution_id, due_at, try_count, after_id, has_left, replay_count
    )
    select
        p_kind,
        case when p_kind = 'cancel' then k.id end,
        case when p_kind <> 'cancel' then k.id end,
        case when v_goes_on then v_now else _todo_due_at(v_now, p_try_count) end,
        p_try_count,
        p_after,
        p_has_left,
        p_replay_count
    from unnest(p_keys) as k (id);
    if p_try_count = 0 and p_kind <> 'cancel' or v_goes_on then
        -- Ask for a tick at this commit: usually the todo is done before another session sees it.
        -- (That a flow was cancelled is committed only afterwards.)
        perform _ask_for_tick();
    end if;
    if (p_try_count = 1 or current_setting('transaction_isolation') <> 'read committed')
        and (select to_timestamp(m.last_value) > v_now from ff_doorbell_until as m)
    then
        -- The tick of this commit does not do this todo. Workers that sleep must be woken for it;
        -- a worker that is awake looks again when the todo is due.
        perform _ring_route(w.route_id, v_now)
        from (
            select distinct e.route_id
            from (
                select k.id from unnest(p_keys) as k (id)
                union
                select d.downstream_id
                from unnest(p_keys) as k (id)
                inner join ff_edge as d on d.upstream_id = k.id
                union
                select c.parent_id
                from unnest(p_keys) as k (id)
                inner join ff_exec_core as c on c.execution_id = k.id
                where c.parent_id is not null
                union
                -- the workers of one member are enough
                select m.execution_id
                from unnest(p_keys) as k (id)
                cross join lateral (
                    select n.execution_id
                    from ff_flow_member as n
                    where n.flow_id = k.id
                    order by n.execution_id
                    limit 1
                ) as m
            ) as o (execution_id)
            inner join ff_exec_core as e on e.execution_id = o.execution_id
        ) as w;
    end if;
end;
$_add_flow_todo$;

comment on function _add_flow_todo is
'Writes todos: work on the edges or the joins of executions, or on the members of cancelled flows, left to later claims and ticks. With p_after it is the rest of a pass, and due at once.';
