create or replace function _report_progress(
    p_fence _fence,
    p_percent integer,
    p_message text
)
returns ff_lease_renewal
language plpgsql
as $_report_progress$
declare
    v_execution ff_exec_core;
    v_now timestamptz;
begin
    if p_percent not between 0 and 100 then
        perform _raise_invalid('p_percent', 'must be between 0 and 100');
    elsif octet_length(p_message) > 4096 then
        perform _raise_invalid('p_message', 'must be at most 4096 bytes');
    end if;
    v_execution := _lock_execution(p_fence.execution_id);
    v_now := _now();
    perform _check_fence(v_execution, p_fence, v_now);
    update ff_exec_core as e
    set
        progress_percent = coalesce(p_percent, e.progress_percent),
        progress_message = coalesce(p_message, e.progress_message),
        updated_at = v_now
    where e.execution_id = p_fence.execution_id;
    return _remaining_lease(v_execution, v_now);
end;
$_report_progress$;

comment on function _report_progress is
'Stores the progress of a lease holder: the body of the call with a handle and of the call with explicit ids.';
