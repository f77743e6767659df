create or replace function _become_parent(p_execution ff_exec_core)
returns void
language plpgsql
as $_become_parent$
begin
    if not p_execution.is_parent then
        insert into ff_meeting (parent_id) values (p_execution.execution_id) on conflict do nothing;
        -- so a cancellation in an older snapshot, which does not show the children, conflicts here
        update ff_exec_core as e
        set is_parent = true
        where e.execution_id = p_execution.execution_id;
    end if;
end;
$_become_parent$;

comment on function _become_parent is
'Writes the row at which a locked execution and its children meet, before its first child.';
