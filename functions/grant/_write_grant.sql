create or replace function _write_grant(
    p_execution ff_exec_core,
    p_kind ff_grant_kind,
    p_worker_id text,
    p_worker_instance_id text,
    p_lane_id text,
    p_grant_ttl_ms bigint,
    p_now timestamptz,
    p_capability_hash text default null,
    p_route_snapshot jsonb default null,
    p_admission_summary text default null
)
returns ff_grant
language plpgsql
as $_write_grant$
declare
    v_expires_at constant timestamptz := _grant_until(p_execution, p_grant_ttl_ms, p_now);
    v_key constant text := format(
        'ff1-%s.%s.%s.%s.%s',
        p_kind,
        p_execution.execution_id,
        p_execution.lease_epoch,
        (extract(epoch from v_expires_at) * 1000000)::bigint,
        _sign(_grant_message(
            p_kind, p_execution.execution_id,
            p_worker_id, p_lane_id, p_execution.lease_epoch, v_expires_at
        ))
    );
begin
    if p_kind = 'reclaim' then
        -- the execution is due again when the grant lapses: until then nothing else finds the lapse
        perform _note_lapse(p_execution, p_now);
    end if;
    -- a lapsed grant that was not redeemed is replaced
    insert into ff_claim_grant as g (
        execution_id, kind, grant_id, worker_id, worker_instance_id, lane_id,
        lease_epoch, issued_at, expires_at, capability_hash, route_snapshot, admission_summary
    )
    values (
        p_execution.execution_id, p_kind,
        sha256(convert_to(v_key, 'UTF8')), p_worker_id, p_worker_instance_id, p_lane_id,
        p_execution.lease_epoch, p_now, v_expires_at,
        p_capability_hash, p_route_snapshot, p_admission_summary
    )
    on conflict (execution_id, kind) do update
    set
        grant_id = excluded.grant_id,
        worker_id = excluded.worker_id,
        worker_instance_id = excluded.worker_instance_id,
        lane_id = excluded.lane_id,
        lease_epoch = excluded.lease_epoch,
        issued_at = excluded.issued_at,
        expires_at = excluded.expires_at,
        capability_hash = excluded.capability_hash,
        route_snapshot = excluded.route_snapshot,
        admission_summary = excluded.admission_summary;
    -- The reservation: no claim takes it before the grant lapses. A delay that has ended is stored
    -- as ended, because the reservation takes the column of that moment.
    update ff_exec_core as e
    set
        state = case
            when p_kind = 'reclaim' then e.state
            when _is_refused(e.state) then _waiting_state(e.state)
            else _effective_state(e.state, e.claimable_at, e.lease_expires_at, p_now)
        end,
        claimable_at = v_expires_at,
        updated_at = p_now
    where e.execution_id = p_execution.execution_id;
    return (
        p_execution.execution_id,
        p_kind,
        v_key,
        v_expires_at,
        _ms_between(p_now, v_expires_at),
        p_lane_id
    )::ff_grant;
end;
$_write_grant$;

comment on function _write_grant is 'Signs and stores a grant on a locked execution, and reserves the execution while it lives.';
