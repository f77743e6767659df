create or replace function _end_lease_as_operator(
    p_execution ff_exec_core,
    p_end ff_lease_end,
    p_now timestamptz,
    p_override jsonb
)
returns void
language plpgsql
as $_end_lease_as_operator$
begin
    -- A higher epoch and a new lease id: when the holder sends its call again, that is not taken
    -- for a replay of this one. So the holder's own rows are not committed beside the operator's
    -- result.
    update ff_exec_core as e
    set
        lease_epoch = p_execution.lease_epoch + 1,
        lease_id = gen_random_uuid(),
        overridden_lease_id = p_execution.lease_id,
        lease_ended_by = p_end
    where e.execution_id = p_execution.execution_id;
    perform _record_event(
        'overridden', p_execution, p_now,
        p_audit => p_override || jsonb_build_object('call', p_end)
    );
end;
$_end_lease_as_operator$;

comment on function _end_lease_as_operator is
'Raises the epoch and records the operator, after an operator has completed, failed, delayed or parked an execution in the place of its holder. p_execution is the row before that.';
