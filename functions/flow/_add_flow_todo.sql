create or replace function _add_flow_todo(
    p_kind ff_flow_todo_kind,
    p_keys uuid[],
    p_try_count integer default 0
)
returns void
language plpgsql
as $_add_flow_todo$
declare
    -- the gate comes first: the head of the todos relies on it
    v_now constant timestamptz := _now_at_gate();
begin
    insert into ff_flow_todo (kind, execution_id, due_at, try_count)
    select p_kind, k.execution_id, _todo_due_at(v_now, p_try_count), p_try_count
    from unnest(p_keys) as k (execution_id);
    if p_try_count = 0 then
        -- ask for a tick at this commit: usually the todo is done before another session sees it
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
                select k.execution_id from unnest(p_keys) as k (execution_id)
                union
                select d.downstream_id
                from unnest(p_keys) as k (execution_id)
                inner join ff_edge as d on d.upstream_id = k.execution_id
            ) as o (execution_id)
            inner join ff_exec_core as e on e.execution_id = o.execution_id
        ) as w;
    end if;
end;
$_add_flow_todo$;

comment on function _add_flow_todo is
'Writes todos: work on the edges or the joins of executions, left to later claims and ticks.';
