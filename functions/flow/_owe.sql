create or replace function _owe(
    p_kind ff_flow_debt_kind,
    p_keys uuid[],
    p_try_count integer default 0
)
returns void
language plpgsql
as $_owe$
declare
    -- the gate comes first: the head of the debts relies on it
    v_now constant timestamptz := _announce();
begin
    insert into ff_flow_debt (kind, execution_id, due_at, try_count)
    select p_kind, k.execution_id, _debt_due_at(v_now, p_try_count), p_try_count
    from unnest(p_keys) as k (execution_id);
    if p_try_count = 0 then
        -- ask for a tick at this commit: usually the debt is done before another session sees it
        perform _ask_for_tick();
    end if;
    if (p_try_count = 1 or current_setting('transaction_isolation') <> 'read committed')
        and (select to_timestamp(m.last_value) > v_now from ff_doorbell_mark as m)
    then
        -- The tick of this commit does not do this debt. Workers that sleep must be woken for it;
        -- a worker that is awake looks again when the debt is due.
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
$_owe$;

comment on function _owe is
'Writes debts: work on the edges or the joins of executions, left to later claims and ticks.';
