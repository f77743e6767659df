create or replace function _leave_line(
    p_execution_id uuid,
    p_due_before timestamptz default '-infinity'
)
returns void
language plpgsql
as $_leave_line$
declare
    v_wait ff_admission_wait;
begin
    delete from ff_admission_wait as w
    where w.execution_id = p_execution_id
    returning w.* into v_wait;
    if not found or v_wait.looks_at <= p_due_before then
        return;
    end if;
    -- The next one has its place at once; those further behind move up by a todo.
    if v_wait.limit_kind = 'rate' then
        if current_setting('transaction_isolation') <> 'read committed' or exists (
            select 1
            from ff_admission_wait as w
            where
                w.limit_id = v_wait.limit_id
                and w.limit_key = v_wait.limit_key
                and w.limit_kind = 'rate'
        ) then
            insert into ff_limit_todo (
                limit_id, limit_key, limit_kind, after_priority, after_since
            )
            values (
                v_wait.limit_id, v_wait.limit_key, 'rate', v_wait.priority, v_wait.waits_since
            );
            perform _wake_waiting(v_wait.limit_id, v_wait.limit_key, 'rate', 1);
        end if;
    elsif v_wait.looks_at <= _now() then
        -- it had been woken, and did not use what had come free
        perform _wake_waiting(v_wait.limit_id, v_wait.limit_key, v_wait.limit_kind, 1);
    end if;
end;
$_leave_line$;

comment on function _leave_line is
'Takes a locked execution out of the line that it is in. Unless it was due before p_due_before, and so has had what came free for it, the rows behind it move up.';
