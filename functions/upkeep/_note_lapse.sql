create or replace function _note_lapse(p_execution ff_exec_core, p_now timestamptz)
returns void
language plpgsql
as $_note_lapse$
begin
    if p_execution.state <> 'active' or p_execution.lease_ended_by is not null then
        return;
    end if;
    update ff_exec_core as e
    set lease_ended_at = p_now, lease_ended_by = 'expired', updated_at = p_now
    where e.execution_id = p_execution.execution_id;
    insert into ff_lapsed_lease (lease_expires_at, execution_id, namespace)
    values (p_execution.lease_expires_at, p_execution.execution_id, p_execution.namespace)
    on conflict do nothing;
    perform _record_event('expired', p_execution, p_now);
end;
$_note_lapse$;

comment on function _note_lapse is
'Notes that the lease of a locked execution has lapsed, once: writes the event, and enters it among the lapsed leases.';
