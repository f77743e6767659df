create or replace function _cancel_children(
    p_parents uuid[],
    p_replay_count integer,
    p_limit integer,
    p_stop_at timestamptz,
    p_try_count integer
)
returns integer
language plpgsql
as $_cancel_children$
declare
    v_parent_id uuid;
    v_count integer := 0;
    v_left uuid[];
    r_child ff_exec_core;
begin
    foreach v_parent_id in array p_parents loop
        -- alone: so a replay of the parent sees what this has cancelled, or this sees the replay
        if not _meet_alone(v_parent_id) then
            v_left := v_left || v_parent_id;
            continue;
        end if;
        continue when not exists (
            select 1
            from ff_exec_core as e
            where
                e.execution_id = v_parent_id
                and e.terminal_at is not null
                and e.state <> 'completed'
                and e.replay_count = p_replay_count
        );
        for r_child in
            select e.*
            from ff_step as s
            inner join ff_exec_core as e on e.execution_id = s.child_execution_id
            where
                s.execution_id = v_parent_id
                and s.kind = 'child'
                and s.ends_with_parent
                and e.terminal_at is null
            order by e.execution_id
            for no key update of e skip locked
        loop
            v_count := v_count + 1;
            perform _cancel_locked(
                r_child, _now(), 'the parent has ended', 'parent_end', p_is_cascade => true
            );
            exit when v_count >= p_limit or not _has_time(p_stop_at, v_count);
        end loop;
        if exists (
            select 1
            from ff_step as s
            inner join ff_exec_core as e on e.execution_id = s.child_execution_id
            where
                s.execution_id = v_parent_id
                and s.kind = 'child'
                and s.ends_with_parent
                and e.terminal_at is null
        ) then
            v_left := v_left || v_parent_id;
        end if;
    end loop;
    if v_left is not null then
        perform _add_flow_todo(
            'parent_end', v_left, case when v_count > 0 then 0 else p_try_count end,
            p_replay_count => p_replay_count
        );
    end if;
    return v_count;
end;
$_cancel_children$;

comment on function _cancel_children is
'Cancels children that end with their parents, unless a parent was replayed since. Leaves a todo for the rest when there are too many for one transaction, or another session holds some. Returns how many it cancelled.';
