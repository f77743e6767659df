create or replace function _stop_flow(
    p_flow_id uuid,
    p_budget ff_budget,
    p_limit integer,
    p_stop_at timestamptz,
    p_is_committed boolean default false
)
returns integer
language plpgsql
as $_stop_flow$
declare
    v_reason constant text := 'budget_exhausted';
    v_now constant timestamptz := _now();
    v_is_owed boolean;
    v_count integer := 0;
    v_member ff_exec_core;
begin
    -- only tried: another call may be changing the flow
    perform from ff_flow as f
    where f.flow_id = p_flow_id and f.cancelled_at is null
    for no key update skip locked;
    if found then
        update ff_flow as f
        set
            cancelled_at = v_now,
            cancel_reason = v_reason,
            -- running members are asked, and may finish
            cancellation_policy = 'cancel_pending',
            updated_at = v_now
        where f.flow_id = p_flow_id;
        perform _record_flow_cancelled(p_flow_id, v_now, 'cancel_pending', v_reason, null);
        v_count := _cancel_members(p_flow_id, p_limit, p_stop_at);
    end if;
    v_is_owed := exists (
        select 1 from ff_flow as f where f.flow_id = p_flow_id and f.cancelled_at is null
    );
    if p_budget.on_hard_limit = 'cancel_all' then
        for v_member in
            select e.*
            from _members_to_stop(p_flow_id) as m
            inner join ff_exec_core as e
                on e.execution_id = m.execution_id
            where
                _is_suspended(e.state) or (e.state = 'active' and not e.is_cancel_requested)
            order by e.execution_id
            limit p_limit
            for no key update of e skip locked
        loop
            v_count := v_count + 1;
            if v_member.state = 'active' then
                update ff_exec_core as e
                set is_cancel_requested = true, updated_at = v_now
                where e.execution_id = v_member.execution_id;
            else
                perform _cancel_locked(
                    v_member, v_now, v_reason, 'flow_cascade', p_is_cascade => true
                );
            end if;
            exit when not _has_time(p_stop_at, v_count);
        end loop;
        -- until this call commits, claims do not see that the flow is cancelled
        v_is_owed := v_is_owed
            or not p_is_committed
            or _is_being_submitted_to(p_flow_id)
            or exists (select 1 from _members_to_stop(p_flow_id));
    end if;
    if v_is_owed then
        insert into ff_limit_todo (kind, limit_id, limit_key, flow_id)
        values ('stop', p_budget.budget_id, _budget_limit_key(), p_flow_id);
    end if;
    return v_count;
end;
$_stop_flow$;

comment on function _stop_flow is
'Cancels the waiting members of a flow whose budget is exhausted; under cancel_all also the suspended ones, and asks those that run to stop. Members beyond p_limit and locked rows leave a todo. Returns how many members it stopped.';
