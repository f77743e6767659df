create or replace function _cancel_members(
    p_flow_id uuid,
    p_limit integer,
    p_try_count integer default 0,
    p_is_committed boolean default false
)
returns integer
language plpgsql
as $_cancel_members$
declare
    v_reason constant text := (
        select f.cancel_reason from ff_flow as f where f.flow_id = p_flow_id
    );
    v_may_finish constant boolean := (
        select f.cancellation_policy = 'cancel_pending'
        from ff_flow as f
        where f.flow_id = p_flow_id
    );
    v_now timestamptz;
    v_count integer := 0;
    v_member ff_exec_core;
begin
    for v_member in
        select e.*
        from _members_to_cancel(p_flow_id) as m
        inner join ff_exec_core as e
            on e.execution_id = m.execution_id
        where
            e.terminal_at is null
            -- checked again on the locked row: it may have been claimed since it was found
            and not (v_may_finish and e.state >= 'active')
        order by e.execution_id
        limit p_limit
        for no key update of e skip locked
    loop
        v_count := v_count + 1;
        v_now := coalesce(v_now, _now());
        perform _cancel_locked(
            v_member, v_now, v_reason, 'flow_cascade', p_is_cascade => true
        );
    end loop;
    if exists (select 1 from _members_to_cancel(p_flow_id) as m)
        -- until the cancellation is committed, other sessions submit, claim and suspend members
        or (
            not (p_is_committed and not _is_being_submitted_to(p_flow_id))
            and exists (
                select 1
                from ff_flow as f
                where
                    f.flow_id = p_flow_id
                    and f.cancellation_policy <> 'cancel_flow_only'
            )
        )
    then
        v_now := _now_at_gate();
        insert into ff_flow_todo (kind, flow_id, due_at, try_count)
        select 'cancel', p_flow_id, _todo_due_at(v_now, t.try_count), t.try_count
        from (select case when v_count >= p_limit then 0 else p_try_count end as try_count) as t;
    end if;
    return v_count;
end;
$_cancel_members$;

comment on function _cancel_members is
'Cancels the members that end with their cancelled flow. Leaves a todo for members that another session holds, that are too many for one transaction, or that may still be added. Returns how many it cancelled.';
