create or replace function ff_claim_batch(
    p_lane_id text,
    p_worker_id text,
    p_worker_instance_id text,
    p_limit integer,
    p_capabilities text[] default '{}',
    p_lease_ttl_ms bigint default 30000,
    p_attempt_timeout_ms bigint default null
)
returns setof ff_claimed_execution
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
set plan_cache_mode = force_generic_plan
as $ff_claim_batch$
declare
    v_now timestamptz;
    v_routes _due_route[];
    v_is_only_route boolean := true;
    v_until timestamptz;
    v_lease_expires_at timestamptz;
    v_lease_ids uuid[];
    v_terms text;
    v_seed bigint;
    v_are_all boolean;
    r_locked record;
begin
    if not _is_usual_claim(
        p_worker_id, p_worker_instance_id, p_capabilities, p_lease_ttl_ms, p_attempt_timeout_ms
    ) then
        perform _check_claim_arguments(
            p_lane_id, p_worker_id, p_worker_instance_id,
            p_capabilities, p_lease_ttl_ms, p_attempt_timeout_ms
        );
    end if;
    if p_limit is null then
        perform _raise_null('p_limit');
    elsif p_limit not between 1 and 10000 then
        perform _raise_invalid('p_limit', 'must be between 1 and 10000');
    end if;
    -- the switch of work
    if _is_off('ff_work_switch') is not true then
        perform _check_name('p_lane_id', p_lane_id, 'lane');
        perform _check_lane(p_lane_id, 'claim');
    end if;

    -- Maintenance rides along before this claim holds anything. Dead entries in front of a head are
    -- read once for a whole batch, so a larger batch allows more of them.
    if nextval('ff_claim_count') % greatest(round(64 / sqrt(p_limit))::integer, 1) = 0 then
        perform _advance_head(p_lane_id, p_capabilities);
        perform _ask_for_tick();
    end if;

    -- The rows of the only route, or of the best of several, if it has enough of them before the
    -- next one's turn; of a lane with rules the general body chooses them.
    v_now := _now();
    v_until := v_now;
    v_routes := array(select r from _open_routes(p_lane_id, p_capabilities) as r limit 2);
    if v_routes = '{}' then
        perform _check_name('p_lane_id', p_lane_id, 'lane');
    end if;
    if cardinality(v_routes) > 1 then
        v_is_only_route := false;
        v_routes := _best_due_routes(p_lane_id, p_capabilities, v_now);
        v_until := coalesce(v_routes[2].oldest_at, v_now);
    end if;
    if v_routes[1].has_rules then
        v_routes[1].route_id := null;
        v_is_only_route := false;
    end if;
    select l.* into r_locked from _lock_first_rows(v_routes[1], v_until, p_limit, v_now) as l;
    v_are_all := v_is_only_route or cardinality(r_locked.p_row_ids) = p_limit;

    -- Where all of them are alike, as they usually are, one update writes the same values for all;
    -- the general body does everything else.
    if (
        v_are_all and r_locked.p_are_first and p_attempt_timeout_ms is null
        and (
            not r_locked.p_have_limits
            or _are_admitted(r_locked.p_row_ids, p_lease_ttl_ms, v_now)
        )
    ) is not true
    then
        return query
        select c.*
        from _claim_due(
            p_lane_id, p_worker_id, p_worker_instance_id, p_limit, p_capabilities,
            p_lease_ttl_ms, p_attempt_timeout_ms,
            case when v_are_all then r_locked.p_row_ids end, r_locked.p_are_waiting, v_now
        ) as c;
        return;
    end if;
    v_lease_ids := _sibling_uuids(gen_random_uuid(), cardinality(r_locked.p_row_ids));
    v_lease_expires_at := _after_ms(v_now, p_lease_ttl_ms);
    v_terms := _terms_of_handle(1, p_lease_ttl_ms);
    v_seed := hashint8extended(1, p_lease_ttl_ms);
    insert into ff_event (
        kind, occurred_at, route_id, batch, worker_id, worker_instance_id
    )
    values (
        'acquired',
        v_now,
        v_routes[1].route_id,
        row(
            r_locked.p_execution_ids, v_lease_ids,
            array_fill(1::bigint, array[cardinality(v_lease_ids)]),
            null, null, r_locked.p_namespaces
        )::_event_batch,
        p_worker_id,
        p_worker_instance_id
    );
    -- a nested loop, from row to row in the order given
    return query
    update ff_exec_core as e
    set
        state = 'active', claimable_at = v_lease_expires_at, updated_at = v_now,
        lease_id = r.lease_id, lease_epoch = 1,
        lease_acquired_at = v_now, lease_expires_at = v_lease_expires_at,
        worker_id = p_worker_id, worker_instance_id = p_worker_instance_id,
        attempt_id = r.lease_id, attempt_index = 0, attempt_type = 'initial',
        attempt_started_at = v_now, started_at = v_now
    from unnest(r_locked.p_row_ids, v_lease_ids) as r (row_id, lease_id)
    where e.ctid = r.row_id
    returning
        _join_handle(e.execution_id, r.lease_id, v_terms, v_seed),
        e.execution_id, e.kind, e.input, e.payload,
        0, 'initial', r.lease_id,
        r.lease_id, 1::bigint, v_lease_expires_at, p_lease_ttl_ms,
        p_lane_id, e.namespace, e.tags, null::uuid, null::timestamptz;
end;
$ff_claim_batch$;

comment on function ff_claim_batch is
$$Takes up to `p_limit` due executions of a lane at once, each with a lease of its own.

Effects: as `ff_claim` for each; one event for the batch.

Idempotent: no; each call takes other executions.

Locks: the executions taken, until the caller's transaction ends; waits for no other session.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments (`p_limit` is 1 to 10000).

Example:
```sql
select handle, execution_id, input
from flowfabric.ff_claim_batch('emails', 'mailer', 'mailer-7f3a', 100);
```
$$;
