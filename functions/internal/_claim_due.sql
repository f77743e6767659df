create or replace function _claim_due(
    p_lane_id text,
    p_worker_id text,
    p_worker_instance_id text,
    p_limit integer,
    p_capabilities text[],
    p_lease_ttl_ms bigint,
    p_attempt_timeout_ms bigint
)
returns setof ff_claimed_execution
language plpgsql
as $_claim_due$
declare
    -- nothing here waits for a lock, so the clock may be read first
    v_now timestamptz := _now();
    v_rows _due_row[];
    v_is_plain boolean;
    v_lease_ids uuid[];
    v_claimed_count integer := 0;
    v_has_looked_twice boolean := false;
begin
    -- what is over is ended on the way, but not without end in one transaction
    for v_round in 1..greatest(100 / p_limit, 10) loop
        select d.p_rows, d.p_is_plain
        into v_rows, v_is_plain
        from _lock_due_rows(
            p_lane_id, p_capabilities, v_now, p_limit - v_claimed_count,
            p_lease_ttl_ms, p_attempt_timeout_ms
        ) as d;
        if v_rows = '{}' then
            -- nothing to do is the time for maintenance, which may bring something to light
            exit when v_claimed_count > 0 or v_has_looked_twice or not _tick_if_due();
            v_has_looked_twice := true;
            v_now := _now();
            continue;
        end if;
        if not v_is_plain then
            v_rows := _settle_rows(v_rows, v_now);
            -- rows that were ended instead of claimed make room for others
            continue when v_rows = '{}';
        end if;
        v_lease_ids := _sibling_uuids(gen_random_uuid(), cardinality(v_rows));

        perform _record_claims(v_rows, v_lease_ids, v_now, p_worker_id, p_worker_instance_id);
        -- a nested loop, from row to row in the order given
        return query
        update ff_exec_core as e
        set
            state = 'active',
            claimable_at = r.lease_expires_at,
            lease_expires_at = r.lease_expires_at,
            lease_epoch = r.lease_epoch,
            lease_id = r.lease_id,
            lease_acquired_at = v_now,
            lease_renewed_at = null,
            lease_ended_at = null,
            lease_ended_by = null,
            lease_reclaim_count = e.lease_reclaim_count + r.is_takeover::integer,
            worker_id = p_worker_id,
            worker_instance_id = p_worker_instance_id,
            attempt_id = case when r.is_resume then e.attempt_id else r.lease_id end,
            attempt_index = case
                when r.is_resume then e.attempt_index else coalesce(e.attempt_index + 1, 0)
            end,
            attempt_type = case
                when r.is_resume then e.attempt_type
                when r.is_takeover then 'reclaim'
                when e.state in ('waiting_retry', 'backoff_retry') then 'retry'
                when e.state = 'waiting_replay' then 'replay'
                else 'initial'
            end::ff_attempt_type,
            attempt_started_at = case when r.is_resume then e.attempt_started_at else v_now end,
            attempt_deadline_at = r.attempt_deadline_at,
            started_at = coalesce(e.started_at, v_now),
            updated_at = v_now,
            failure_reason = null,
            failure_category = null,
            failure_detail = null
        from unnest(v_rows, v_lease_ids) as r (
            row_id, partition_key, execution_id, lease_epoch, flow_id, namespace, tags,
            is_resume, is_takeover, attempt_deadline_at, lease_expires_at, lease_id
        )
        where e.ctid = r.row_id
        returning
            _format_handle(
                e.partition_key, e.execution_id, e.attempt_index, e.lease_epoch,
                e.lease_id, e.attempt_id, p_lease_ttl_ms
            ),
            _format_execution_id(e.partition_key, e.execution_id),
            e.kind,
            e.input,
            e.payload,
            e.attempt_index,
            case when r.is_resume then 'resume' else e.attempt_type::text end,
            e.attempt_id,
            e.lease_id,
            e.lease_epoch,
            e.lease_expires_at,
            _ms_between(v_now, e.lease_expires_at),
            p_lane_id,
            e.namespace,
            e.tags,
            e.flow_id,
            e.deadline_at;
        v_claimed_count := v_claimed_count + cardinality(v_rows);
        exit when v_is_plain or v_claimed_count >= p_limit;
    end loop;
end;
$_claim_due$;

comment on function _claim_due is
'Takes up to p_limit due executions of a lane, whatever they are: the body of batches, and of a single claim that meets what is not simply waiting for the first time.';
