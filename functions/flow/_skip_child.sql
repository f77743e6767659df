create or replace function _skip_child(p_child uuid, p_now timestamptz)
returns void
language plpgsql
as $_skip_child$
declare
    -- cannot raise ZF201: the row is locked already
    v_execution constant ff_exec_core := _lock_execution(p_child);
begin
    update ff_edge_group as g
    set is_open = false
    where g.downstream_id = p_child;
    if v_execution.state in ('active', 'lapsed', 'revoked') then
        -- the holder loses its lease: a new epoch and a new lease id
        update ff_exec_core as e
        set
            lease_epoch = e.lease_epoch + 1,
            lease_id = gen_random_uuid(),
            overridden_lease_id = e.lease_id
        where e.execution_id = p_child;
    end if;
    perform _end_execution(
        v_execution, 'skipped', p_now, 'dependency_impossible', null, null, 'cancelled',
        p_is_cascade => true
    );
end;
$_skip_child$;

comment on function _skip_child is
'Ends a locked execution as skipped, because its join has become impossible. The join must be locked, too.';
