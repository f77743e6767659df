create or replace function _archive_attempt(
    p_execution ff_exec_core,
    p_outcome ff_attempt_outcome,
    p_now timestamptz,
    p_lease_ended_by ff_lease_end,
    p_failure_reason text default null,
    p_failure_category text default null,
    p_failure_detail jsonb default null,
    p_retry_at timestamptz default null
)
returns void
language plpgsql
as $_archive_attempt$
begin
    insert into ff_attempt (
        execution_id, attempt_index, attempt_id, attempt_type, outcome,
        worker_id, worker_instance_id, lease_id, lease_epoch, started_at, ended_at,
        lease_ended_by,
        failure_reason, failure_category, failure_detail, retry_at
    )
    values (
        p_execution.execution_id,
        p_execution.attempt_index,
        p_execution.attempt_id,
        p_execution.attempt_type,
        p_outcome,
        p_execution.worker_id,
        p_execution.worker_instance_id,
        p_execution.lease_id,
        p_execution.lease_epoch,
        p_execution.attempt_started_at,
        p_now,
        -- a lease that had ended before keeps the reason of its end
        coalesce(p_execution.lease_ended_by, p_lease_ended_by),
        p_failure_reason,
        p_failure_category,
        p_failure_detail,
        p_retry_at
    );
    if p_execution.is_limited then
        perform _drop_reservations(array[p_execution.execution_id]);
    end if;
end;
$_archive_attempt$;

comment on function _archive_attempt is
'Stores the record of an attempt that ends while its execution goes on.';
