create or replace function _take_leases(
    p_row_ids tid[],
    p_now timestamptz,
    p_lane_id text,
    p_worker_id text,
    p_worker_instance_id text,
    p_lease_ttl_ms bigint,
    p_attempt_timeout_ms bigint,
    p_lease_id uuid default null,
    p_attempt_id uuid default null
)
returns setof ff_claimed_execution
language plpgsql
set plan_cache_mode = force_generic_plan
as $_take_leases$
begin
    lock table ff_gate_e in row share mode;
    return query
    with candidate as (
        select
            i.row_id,
            i.item,
            e.state in ('waiting_resume', 'delayed_resume', 'resume_delay') as is_resume,
            e.state in ('active', 'lapsed', 'revoked') as is_takeover,
            t.attempt_deadline_at,
            least(
                _after_ms(p_now, p_lease_ttl_ms), t.attempt_deadline_at, e.deadline_at
            ) as lease_expires_at
        from unnest(p_row_ids) with ordinality as i (row_id, item)
        inner join ff_exec_core as e on e.ctid = i.row_id
        cross join lateral (
            select least(
                case
                    when e.state in ('waiting_resume', 'delayed_resume', 'resume_delay')
                        then p_now + (e.attempt_deadline_at - e.lease_ended_at)
                    else _after_ms(
                        p_now, (e.policy #>> '{timeout_policy,attempt_timeout_ms}')::numeric::bigint
                    )
                end,
                _after_ms(p_now, p_attempt_timeout_ms)
            ) as attempt_deadline_at
        ) as t
    ),

    claimed as (
        update ff_exec_core as e
        set
            state = 'active',
            claimable_at = c.lease_expires_at,
            lease_expires_at = c.lease_expires_at,
            lease_epoch = e.lease_epoch + 1,
            lease_id = coalesce(p_lease_id, gen_random_uuid()),
            lease_acquired_at = p_now,
            lease_renewed_at = null,
            lease_ended_at = null,
            lease_ended_by = null,
            lease_reclaim_count = e.lease_reclaim_count + c.is_takeover::integer,
            worker_id = p_worker_id,
            worker_instance_id = p_worker_instance_id,
            attempt_id = case
                when c.is_resume then e.attempt_id
                else coalesce(p_attempt_id, gen_random_uuid())
            end,
            attempt_index = case
                when c.is_resume then e.attempt_index else coalesce(e.attempt_index + 1, 0)
            end,
            attempt_type = case
                when c.is_resume then e.attempt_type
                when c.is_takeover then 'reclaim'
                when e.state in ('waiting_retry', 'backoff_retry') then 'retry'
                when e.state = 'waiting_replay' then 'replay'
                else 'initial'
            end::ff_attempt_type,
            attempt_started_at = case when c.is_resume then e.attempt_started_at else p_now end,
            attempt_deadline_at = c.attempt_deadline_at,
            started_at = coalesce(e.started_at, p_now),
            updated_at = p_now,
            failure_reason = null,
            failure_category = null,
            failure_detail = null
        from candidate as c
        where e.ctid = c.row_id
        returning e.*, c.item, c.is_resume, c.is_takeover
    ),

    -- one event for the call; takeovers are a kind of their own
    recorded as (
        insert into ff_event (
            kind, occurred_at, execution_ids, partition_keys, lease_ids, lease_epochs,
            flow_ids, namespaces, tag_sets, worker_id, worker_instance_id
        )
        select
            case when c.is_takeover then 'reclaimed' else 'acquired' end::ff_event_kind,
            p_now,
            array_agg(c.execution_id),
            array_agg(c.partition_key),
            array_agg(c.lease_id),
            array_agg(c.lease_epoch),
            case when bool_or(c.flow_id is not null) then array_agg(c.flow_id) end,
            case when bool_or(c.namespace <> 'default') then array_agg(c.namespace) end,
            case when bool_or(c.tags <> '{}') then array_agg(c.tags) end,
            p_worker_id,
            p_worker_instance_id
        from claimed as c
        group by c.is_takeover
    )

    select
        _format_handle(
            c.partition_key, c.execution_id, c.attempt_index, c.lease_epoch,
            c.lease_id, c.attempt_id, p_lease_ttl_ms
        ),
        _format_execution_id(c.partition_key, c.execution_id),
        c.kind,
        c.input,
        c.payload,
        c.attempt_index,
        case when c.is_resume then 'resume' else c.attempt_type::text end,
        c.attempt_id,
        c.lease_id,
        c.lease_epoch,
        c.lease_expires_at,
        _ms_between(p_now, c.lease_expires_at),
        p_lane_id,
        c.namespace,
        c.tags,
        c.flow_id,
        c.deadline_at
    from claimed as c
    order by c.item;
end;
$_take_leases$;

comment on function _take_leases is
'Gives the caller the leases on rows that are locked and may be taken, and answers them in the order given.';
