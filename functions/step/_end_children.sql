create or replace function _end_children(p_execution_ids uuid[])
returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $_end_children$
declare
    v_parents uuid[];
    v_waiting uuid[];
    v_met uuid[];
    v_children uuid[];
begin
    v_parents := array(
        select distinct e.parent_id
        from ff_exec_core as e
        where e.execution_id = any (p_execution_ids) and e.parent_id is not null
    );
    if current_setting('transaction_isolation') = 'read committed' then
        -- Shared, so that a thousand children that end at once do not hold each other up; then, by
        -- a later statement, a look whether the parent waits. It sees the wait of a parent that had
        -- the row before; a parent that begins to wait after this does not get the row.
        v_waiting := _waiting_parents(v_parents);
        v_met := array(
            select m.parent_id
            from ff_meeting as m
            where m.parent_id = any (v_parents) and m.parent_id <> all (v_waiting)
            for share skip locked
        );
        v_waiting := v_waiting || _waiting_parents(v_met);
        if cardinality(v_met) + cardinality(v_waiting) = cardinality(v_parents)
            and v_waiting = '{}'
        then
            return;
        end if;
    end if;
    v_children := array(
        select e.execution_id
        from ff_exec_core as e
        where
            e.execution_id = any (p_execution_ids)
            and e.parent_id is not null
            and (e.parent_id = any (v_waiting) or coalesce(e.parent_id <> all (v_met), true))
    );
    if v_waiting is null then
        -- an older snapshot does not show whether a parent waits
        perform _add_flow_todo('child_end', v_children);
    else
        perform _meet_parents(v_children, null, 0, _now() + _ride_along_time());
    end if;
end;
$_end_children$;

comment on function _end_children is
'Counts the ends of executions for their parents, as far as they wait; leaves a todo where it cannot. Never waits for another session.';
