create or replace function _claim_one(
    p_lane_id text,
    p_worker_id text,
    p_worker_instance_id text,
    p_capabilities text[],
    p_lease_ttl_ms bigint,
    p_attempt_timeout_ms bigint,
    p_now timestamptz,
    p_route_ids integer[]
)
returns setof ff_claimed_execution
language plpgsql
as $_claim_one$
declare
    v_lease_id uuid;
    v_lease_expires_at timestamptz;
    v_attempt_deadline_at timestamptz;
    v_remaining_ms bigint := p_lease_ttl_ms;
    v_is_plain boolean;
    v_is_first boolean;
    r_first record;
begin
    -- the first row of the route, which the caller has locked already if there is one
    select
        e.ctid as row_id, e.execution_id, e.lease_epoch, e.flow_id, e.namespace,
        e.state, e.deadline_at, e.policy, e.is_limited
    into r_first
    from ff_exec_core as e
    where
        e.route_id = p_route_ids[1]
        and e.claimable_at between _head_of(p_route_ids[1]) and p_now
    order by e.claimable_at
    limit 1
    for no key update skip locked;
    v_is_plain := r_first.state < 'children_first'
        and (r_first.deadline_at is null or r_first.deadline_at > p_now)
        and (r_first.flow_id is null or not _is_flow_cancelled(r_first.flow_id));

    v_is_first := v_is_plain and r_first.state = 'waiting_first' and r_first.lease_epoch = 0;
    v_lease_expires_at := _after_ms(p_now, p_lease_ttl_ms);
    if v_is_first and num_nonnulls(r_first.policy, r_first.deadline_at, p_attempt_timeout_ms) > 0
    then
        v_attempt_deadline_at := _attempt_deadline(
            r_first.state, r_first.policy, null, null, p_now, p_attempt_timeout_ms
        );
        v_lease_expires_at := least(v_lease_expires_at, v_attempt_deadline_at, r_first.deadline_at);
        v_remaining_ms := _ms_between(p_now, v_lease_expires_at);
    end if;
    if r_first.is_limited then
        v_is_plain := false;
        v_is_first := v_is_first
            and _admit_first(r_first.execution_id, v_lease_expires_at, p_now);
    end if;

    -- A first attempt has a body of its own, at a third of the cost; all else has a general one.
    if v_is_first is not true then
        perform _check_name('p_lane_id', p_lane_id, 'lane');
        return query
        select c.*
        from _claim_due(
            p_lane_id, p_worker_id, p_worker_instance_id, 1, p_capabilities,
            p_lease_ttl_ms, p_attempt_timeout_ms,
            case
                when r_first.row_id is not null then array[r_first.row_id]
                -- nothing is due in the only route of the lane
                when cardinality(p_route_ids) = 0 then '{}'
                when cardinality(p_route_ids) = 1 and p_route_ids[1] is not null then '{}'
            end,
            v_is_plain, p_now
        ) as c;
        return;
    end if;
    if r_first.flow_id is not null then
        -- claiming a member of a flow also asks for work on the todos of flows
        perform _ask_for_tick();
    end if;
    v_lease_id := gen_random_uuid();
    return query
    update ff_exec_core as e
    set
        state = 'active', claimable_at = v_lease_expires_at, updated_at = p_now,
        lease_id = v_lease_id, lease_epoch = r_first.lease_epoch + 1,
        lease_acquired_at = p_now, lease_expires_at = v_lease_expires_at,
        worker_id = p_worker_id, worker_instance_id = p_worker_instance_id,
        attempt_id = v_lease_id, attempt_index = 0, attempt_type = 'initial',
        attempt_started_at = p_now, attempt_deadline_at = v_attempt_deadline_at,
        started_at = p_now
    where e.ctid = r_first.row_id
    returning
        _format_handle(e.execution_id, e.lease_id, e.lease_epoch, p_lease_ttl_ms),
        e.execution_id, e.kind, e.input, e.payload,
        0, 'initial', e.attempt_id,
        e.lease_id, e.lease_epoch, e.lease_expires_at, v_remaining_ms,
        p_lane_id, e.namespace, e.tags, e.flow_id, e.deadline_at;
    insert into ff_event (
        kind, occurred_at, route_id, execution_id, lease_id, lease_epoch,
        flow_id, namespace, worker_id, worker_instance_id
    )
    values (
        'acquired', p_now, p_route_ids[1], r_first.execution_id, v_lease_id,
        r_first.lease_epoch + 1, r_first.flow_id, nullif(r_first.namespace, 'default'),
        p_worker_id, p_worker_instance_id
    );
end;
$_claim_one$;

comment on function _claim_one is
'Claims one execution where ff_claim found none that it could claim by itself: members of flows, attempts with a time limit, and, through _claim_due, all others. p_route_ids: the route to look into; null: the lane has rules, or nothing is due in several routes; empty: the lane has no route.';
