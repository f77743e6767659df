create or replace function _meet(p_parent_id uuid, p_ended uuid[], p_is_alone boolean)
returns boolean
language plpgsql
as $_meet$
declare
    v_waits ff_step[];
    v_wait ff_step;
    v_over ff_step;
    v_meeting ff_meeting;
    v_missing_count integer;
    v_execution ff_exec_core;
    v_now timestamptz;
begin
    -- the wait of another transaction that has not committed has left a todo
    v_waits := array(
        select s
        from ff_exec_core as e
        cross join lateral _awaited_steps(e) as s
        where
            e.execution_id = p_parent_id
            and e.state = 'children_resume'
            and s.kind = 'wait'
        order by s.place
    );
    if v_waits = '{}' then
        return p_is_alone;
    end if;
    select m.* into v_meeting from ff_meeting as m where m.parent_id = p_parent_id;
    if p_is_alone
        and cardinality(v_waits) = 1
        and v_meeting.awaited_place = v_waits[1].place
    then
        -- An end may be counted twice, when its todo was written twice. So this says only whether
        -- it is worth to look at the children.
        v_missing_count := v_meeting.missing_count - _awaited_ends(v_waits[1], p_ended);
    end if;
    if coalesce(v_missing_count, 0) <= 0 then
        foreach v_wait in array v_waits loop
            v_missing_count := v_wait.awaited_count - cardinality(_finished_children(v_wait));
            exit when v_missing_count <= 0;
        end loop;
    end if;
    if v_missing_count > 0 and not p_is_alone then
        -- a child that another session is ending may be missing
        return false;
    elsif v_missing_count > 0 then
        update ff_meeting as m
        set
            awaited_place = case when cardinality(v_waits) = 1 then v_waits[1].place end,
            missing_count = v_missing_count
        where m.parent_id = p_parent_id;
        return true;
    end if;

    select e.*
    into v_execution
    from ff_exec_core as e
    where e.execution_id = p_parent_id
    for no key update skip locked;
    if not found then
        return false;
    end if;
    v_now := _now_at_gate();
    -- on the locked row: a claim may have applied the timeout, or an operator ended it
    if v_execution.state = 'children_resume' then
        for v_wait in
            select s.* from _awaited_steps(v_execution) as s where s.kind = 'wait' order by s.place
        loop
            v_wait := _weigh_wait(v_wait, v_now);
            if v_wait.saved_at is not null then
                v_over := v_wait;
            end if;
        end loop;
        if v_over.step_key is not null then
            perform _resume_waiting(v_execution, v_over, v_now);
        end if;
    end if;
    return true;
end;
$_meet$;

comment on function _meet is
'Ends the wait of a parent for children if enough of them have ended. p_ended: children that have ended since, of a wait that was counted before; null: count anew. Without the meeting row alone it can only find that the wait has ended. Returns false when it is to be looked at again: another session holds the row of the parent, or the meeting row.';
