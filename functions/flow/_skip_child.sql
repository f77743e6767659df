create or replace function _skip_child(p_child _execution_key, p_now timestamptz)
returns void
language plpgsql
as $_skip_child$
declare
    -- cannot raise ZF201: the row is locked already
    v_execution constant ff_exec_core := _lock_execution(
        p_child.partition_key, p_child.execution_id
    );
begin
    if v_execution.state in ('active', 'lapsed', 'revoked') then
        -- the owner changes: from its holder to nobody
        update ff_exec_core as e
        set lease_epoch = e.lease_epoch + 1
        where e.execution_id = p_child.execution_id and e.partition_key = p_child.partition_key;
    end if;
    perform _end_execution(
        v_execution, 'skipped', p_now, 'dependency_impossible', null, null, 'cancelled',
        p_is_cascade => true
    );
end;
$_skip_child$;

comment on function _skip_child is
'Ends a locked execution as skipped, for its join has become impossible.';
