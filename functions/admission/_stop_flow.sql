create or replace function _stop_flow(
    p_flow_id uuid,
    p_budget ff_budget,
    p_now timestamptz
)
returns void
language plpgsql
as $_stop_flow$
declare
    v_reason constant text := 'budget_exhausted';
    v_member ff_exec_core;
begin
    -- only tried: somebody else may be changing the flow, and the next breach tries again
    perform from ff_flow as f
    where f.flow_id = p_flow_id and f.cancelled_at is null
    for no key update skip locked;
    if found then
        update ff_flow as f
        set
            cancelled_at = p_now,
            cancel_reason = v_reason,
            -- whoever runs is asked, and may finish
            cancellation_policy = 'cancel_pending',
            updated_at = p_now
        where f.flow_id = p_flow_id;
        perform _record_flow_cancelled(p_flow_id, p_now, 'cancel_pending', v_reason, null);
        perform _cancel_members(p_flow_id, 1000);
    end if;
    if p_budget.on_hard_limit <> 'cancel_all' then
        return;
    end if;
    for v_member in
        select e.*
        from ff_flow_member as m
        inner join ff_exec_core as e
            on e.execution_id = m.execution_id and e.partition_key = m.partition_key
        where
            m.flow_id = p_flow_id
            and e.terminal_at is null
            and (
                _is_suspended(e.state) or (e.state = 'active' and not e.is_cancel_requested)
            )
        order by e.execution_id, e.partition_key
        limit 1000
        for no key update of e skip locked
    loop
        if v_member.state = 'active' then
            update ff_exec_core as e
            set is_cancel_requested = true, updated_at = p_now
            where
                e.execution_id = v_member.execution_id
                and e.partition_key = v_member.partition_key;
        else
            perform _cancel_locked(
                v_member, p_now, v_reason, 'flow_cascade', p_is_cascade => true
            );
        end if;
    end loop;
end;
$_stop_flow$;

comment on function _stop_flow is
'Cancels what waits in a flow whose budget is exhausted; under cancel_all also what is suspended, and asks what runs to stop.';
