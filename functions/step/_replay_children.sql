create or replace function _replay_children(
    p_parents uuid[],
    p_replay_count integer,
    p_limit integer,
    p_stop_at timestamptz,
    p_try_count integer
)
returns integer
language plpgsql
as $_replay_children$
declare
    v_parent_id uuid;
    v_count integer := 0;
    v_left uuid[];
    r_child ff_exec_core;
begin
    foreach v_parent_id in array p_parents loop
        if not _meet_alone(v_parent_id) then
            v_left := v_left || v_parent_id;
            continue;
        end if;
        continue when not exists (
            select 1
            from ff_exec_core as e
            where
                e.execution_id = v_parent_id
                and e.terminal_at is null
                and e.replay_count = p_replay_count
        );
        for r_child in
            select e.*
            from _children_to_replay(v_parent_id) as c
            inner join ff_exec_core as e on e.execution_id = c.execution_id
            -- checked again on the locked row
            where e.cancelled_by = 'parent_end' and e.terminal_at is not null
            order by e.execution_id
            for no key update of e skip locked
        loop
            v_count := v_count + 1;
            perform _replay_locked(
                r_child, _now_at_gate(), jsonb_build_object('source', 'parent_replay')
            );
            exit when v_count >= p_limit or not _has_time(p_stop_at, v_count);
        end loop;
        if exists (select 1 from _children_to_replay(v_parent_id) as c) then
            v_left := v_left || v_parent_id;
        end if;
    end loop;
    if v_left is not null then
        perform _add_flow_todo(
            'replay_children', v_left, case when v_count > 0 then 0 else p_try_count end,
            p_replay_count => p_replay_count
        );
    end if;
    return v_count;
end;
$_replay_children$;

comment on function _replay_children is
'Replays the children of a parent that was replayed, which its end had cancelled. Leaves a todo for the rest, as _cancel_children does. Returns how many it replayed.';
