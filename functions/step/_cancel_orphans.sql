create or replace function _cancel_orphans(
    p_children uuid[],
    p_limit integer,
    p_stop_at timestamptz,
    p_try_count integer
)
returns integer
language plpgsql
as $_cancel_orphans$
declare
    v_count integer := 0;
    v_left uuid[];
    r_child ff_exec_core;
begin
    for r_child in
        select e.*
        from ff_exec_core as e
        where
            e.execution_id = any (p_children)
            and e.terminal_at is null
            -- spawned again by its idempotency key since
            and not _is_kept_child(e)
        order by e.execution_id
        for no key update skip locked
    loop
        v_count := v_count + 1;
        perform _cancel_locked(
            r_child, _now(), 'the step that spawned it was forgotten', 'parent_end',
            p_is_cascade => true
        );
        exit when v_count >= p_limit or not _has_time(p_stop_at, v_count);
    end loop;
    v_left := array(
        select e.execution_id
        from ff_exec_core as e
        where
            e.execution_id = any (p_children)
            and e.terminal_at is null
            and not _is_kept_child(e)
    );
    if v_left <> '{}' then
        perform _add_flow_todo(
            'orphan', v_left, case when v_count > 0 then 0 else p_try_count end
        );
    end if;
    return v_count;
end;
$_cancel_orphans$;

comment on function _cancel_orphans is
'Cancels children whose steps a replay of their parent has forgotten, unless it has spawned them again. Leaves a todo for the rest, as _cancel_children does. Returns how many it cancelled.';
