create or replace function _forget_steps(
    p_execution ff_exec_core,
    p_now timestamptz,
    p_from_step text default null
)
returns void
language plpgsql
as $_forget_steps$
declare
    v_from_place integer;
    v_forgotten text[];
    v_orphans uuid[];
begin
    if p_from_step is not null then
        -- those that were begun after it was saved; a wait that has no outcome, after it was begun
        v_from_place := (
            select s.place
            from ff_step as s
            where
                s.execution_id = p_execution.execution_id
                and s.step_key = p_from_step
        );
        if v_from_place is null then
            perform _raise_invalid('p_from_step', 'is not a step of the execution');
        end if;
    end if;
    -- a step of another session of the holder, which an older snapshot does not show, would stay
    perform _check_step_place(
        p_execution.execution_id,
        coalesce((_newest_step(p_execution.execution_id)).place, 0) + 1,
        p_now
    );
    with forgotten as (
        delete from ff_step as s
        where
            s.execution_id = p_execution.execution_id
            and (
                v_from_place is null
                or s.step_key = p_from_step
                or coalesce(s.begun_place, s.place) > v_from_place
            )
        returning s.step_key, s.child_execution_id, s.ends_with_parent
    )

    select
        array_agg(f.step_key),
        array_agg(f.child_execution_id) filter (where f.ends_with_parent)
    into v_forgotten, v_orphans
    from forgotten as f;
    -- their tokens do not deliver signals to the steps that take their place
    update ff_waitpoint as w
    set state = 'closed', closed_at = p_now, close_reason = 'step_forgotten'
    where
        w.execution_id = p_execution.execution_id
        and (w.step_key = any (v_forgotten) or (p_from_step is null and w.step_key is not null))
        and w.state = 'pending';
    if p_from_step is null then
        -- signals that were used a day ago are not known any more; only those with keys are left
        delete from ff_mailbox as m
        where
            m.execution_id = p_execution.execution_id
            and m.dedup_key is not null
            and m.used_at < p_now - interval '1 day';
        return;
    end if;
    if v_orphans is not null then
        -- they would have ended with the life that is forgotten
        perform _add_flow_todo('orphan', v_orphans);
    end if;
    perform _recount_steps(p_execution.execution_id);
end;
$_forget_steps$;

comment on function _forget_steps is
'Removes the steps of a locked execution: all, when a life ends, or for a replay one of them and those that were begun after it was saved; children of these are cancelled, if they would have ended with their parent.';
