create or replace function _take_leases(
    p_row_ids tid[],
    p_lease_ids uuid[],
    p_now timestamptz,
    p_lane_id text,
    p_worker_id text,
    p_worker_instance_id text,
    p_lease_ttl_ms bigint,
    p_attempt_timeout_ms bigint,
    p_is_limited boolean,
    p_attempt_id uuid default null
)
returns setof ff_claimed_execution
language plpgsql
set plan_cache_mode = force_generic_plan
as $_take_leases$
begin
    perform _record_batch(
        'acquired', p_row_ids, p_now, 'none', p_lease_ids, p_worker_id, p_worker_instance_id
    );
    -- a nested loop, from row to row in the order given
    return query
    update ff_exec_core as e
    set
        state = 'active',
        claimable_at = t.lease_expires_at,
        lease_expires_at = t.lease_expires_at,
        lease_epoch = e.lease_epoch + 1,
        lease_id = i.lease_id,
        lease_acquired_at = p_now,
        lease_renewed_at = null,
        lease_ended_at = null,
        lease_ended_by = null,
        lease_reclaim_count = e.lease_reclaim_count + t.is_takeover::integer,
        worker_id = p_worker_id,
        worker_instance_id = p_worker_instance_id,
        attempt_id = case
            when t.is_resume then e.attempt_id else coalesce(p_attempt_id, i.lease_id)
        end,
        attempt_index = case
            when t.is_resume then e.attempt_index else coalesce(e.attempt_index + 1, 0)
        end,
        attempt_type = case
            when t.is_resume then e.attempt_type
            when t.is_takeover then 'reclaim'
            when e.state in ('waiting_retry', 'backoff_retry', 'quota_retry', 'budget_retry')
                then 'retry'
            when e.state in ('waiting_replay', 'quota_replay', 'budget_replay') then 'replay'
            else 'initial'
        end::ff_attempt_type,
        attempt_started_at = case when t.is_resume then e.attempt_started_at else p_now end,
        attempt_deadline_at = t.attempt_deadline_at,
        started_at = coalesce(e.started_at, p_now),
        updated_at = p_now,
        failure_reason = null,
        failure_category = null,
        failure_detail = null,
        is_cancel_requested = false,
        -- the end of the lease gives its places back
        is_limited = e.is_limited or p_is_limited
    from unnest(p_row_ids, p_lease_ids) as i (row_id, lease_id)
    -- the row as it was
    inner join ff_exec_core as o on o.ctid = i.row_id
    cross join lateral (
        select
            _is_resumable(o.state) as is_resume,
            _is_active(o.state) as is_takeover,
            d.attempt_deadline_at,
            least(
                _after_ms(p_now, p_lease_ttl_ms), d.attempt_deadline_at, o.deadline_at
            ) as lease_expires_at
        from (
            select _attempt_deadline(
                o.state, o.policy, o.attempt_deadline_at, o.lease_ended_at,
                p_now, p_attempt_timeout_ms
            ) as attempt_deadline_at
        ) as d
        -- computed once
        offset 0
    ) as t
    where e.ctid = i.row_id
    returning
        _format_handle(e.execution_id, e.lease_id, e.lease_epoch, p_lease_ttl_ms),
        e.execution_id,
        e.kind,
        e.input,
        e.payload,
        e.attempt_index,
        case when t.is_resume then 'resume' else e.attempt_type::text end,
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
'Gives the caller the leases on rows that are locked and may be taken, and answers them in the order given. An attempt that begins is called like its lease, unless it is given a name. p_is_limited: their lane limits them.';
