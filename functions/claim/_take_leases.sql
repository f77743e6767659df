create or replace function _take_leases(
    p_rows _due_row[],
    p_lease_ids uuid[],
    p_now timestamptz,
    p_lane_id text,
    p_worker_id text,
    p_worker_instance_id text,
    p_lease_ttl_ms bigint,
    p_attempt_id uuid default null
)
returns setof ff_claimed_execution
language plpgsql
set plan_cache_mode = force_generic_plan
as $_take_leases$
begin
    perform _record_claims(p_rows, p_lease_ids, p_now, p_worker_id, p_worker_instance_id);
    -- a nested loop, from row to row in the order given
    return query
    update ff_exec_core as e
    set
        state = 'active',
        claimable_at = r.lease_expires_at,
        lease_expires_at = r.lease_expires_at,
        lease_epoch = r.lease_epoch,
        lease_id = r.lease_id,
        lease_acquired_at = p_now,
        lease_renewed_at = null,
        lease_ended_at = null,
        lease_ended_by = null,
        lease_reclaim_count = e.lease_reclaim_count + r.is_takeover::integer,
        worker_id = p_worker_id,
        worker_instance_id = p_worker_instance_id,
        attempt_id = case
            when r.is_resume then e.attempt_id else coalesce(p_attempt_id, r.lease_id)
        end,
        attempt_index = case
            when r.is_resume then e.attempt_index else coalesce(e.attempt_index + 1, 0)
        end,
        attempt_type = case
            when r.is_resume then e.attempt_type
            when r.is_takeover then 'reclaim'
            when e.state in ('waiting_retry', 'backoff_retry', 'quota_retry', 'budget_retry')
                then 'retry'
            when e.state in ('waiting_replay', 'quota_replay', 'budget_replay') then 'replay'
            else 'initial'
        end::ff_attempt_type,
        attempt_started_at = case when r.is_resume then e.attempt_started_at else p_now end,
        attempt_deadline_at = r.attempt_deadline_at,
        started_at = coalesce(e.started_at, p_now),
        updated_at = p_now,
        failure_reason = null,
        failure_category = null,
        failure_detail = null,
        is_cancel_requested = false
    from unnest(p_rows, p_lease_ids) as r (
        row_id, execution_id, lease_epoch, flow_id, namespace, tags,
        is_resume, is_takeover, attempt_deadline_at, lease_expires_at, lease_id
    )
    where e.ctid = r.row_id
    returning
        _format_handle(e.execution_id, e.lease_id, e.lease_epoch, p_lease_ttl_ms),
        e.execution_id,
        e.kind,
        e.input,
        e.payload,
        e.attempt_index,
        case when r.is_resume then 'resume' else e.attempt_type::text end,
        e.attempt_id,
        e.lease_id,
        e.lease_epoch,
        e.lease_expires_at,
        _ms_between(p_now, e.lease_expires_at),
        p_lane_id,
        e.namespace,
        e.tags,
        e.flow_id,
        e.deadline_at;
end;
$_take_leases$;

comment on function _take_leases is
'Gives the caller the leases on rows that are locked and may be taken, and answers them in the order given. An attempt that begins is called like its lease, unless it is given a name.';
