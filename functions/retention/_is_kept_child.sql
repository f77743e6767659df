create or replace function _is_kept_child(p_execution ff_exec_core)
returns boolean
language plpgsql
stable
as $_is_kept_child$
begin
    return exists (
        select 1
        from ff_exec_core as p
        inner join ff_step as s
            on s.execution_id = p.execution_id and s.step_key = p_execution.parent_step_key
        where
            p.execution_id = p_execution.parent_id
            -- an older snapshot does not show that the parent was replayed
            and (
                p.terminal_at is null
                or current_setting('transaction_isolation') <> 'read committed'
            )
            and s.child_execution_id = p_execution.execution_id
    );
end;
$_is_kept_child$;

comment on function _is_kept_child is
'Is a child kept because its parent is not over, and its step has the child?';
