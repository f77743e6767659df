create or replace function _claim_again(
    p_execution_id uuid,
    p_lane_id text,
    p_worker_id text,
    p_worker_instance_id text,
    p_capabilities text[],
    p_lease_ttl_ms bigint,
    p_now timestamptz
)
returns setof ff_claimed_execution
language plpgsql
as $_claim_again$
declare
    v_row_id tid;
begin
    -- No other session has seen the lease. The execution had been due before: it loses no place in
    -- front of others, because the general body decides about it first.
    update ff_exec_core as e
    set
        state = 'waiting_first', claimable_at = p_now,
        lease_id = null, lease_epoch = 0, lease_acquired_at = null, lease_expires_at = null,
        worker_id = null, worker_instance_id = null,
        attempt_id = null, attempt_index = null, attempt_type = null,
        attempt_started_at = null, started_at = null
    where e.execution_id = p_execution_id
    returning e.ctid into v_row_id;
    return query
    select c.*
    from _claim_due(
        p_lane_id, p_worker_id, p_worker_instance_id, 1, p_capabilities,
        p_lease_ttl_ms, null, array[v_row_id], false, p_now
    ) as c;
end;
$_claim_again$;

comment on function _claim_again is
'Takes the lease that ff_claim has given a first attempt from it again, because its limits do not admit it at once, and leaves it to the general body, which judges it first.';
