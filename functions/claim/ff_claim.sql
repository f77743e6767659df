create or replace function ff_claim(
    p_lane_id text,
    p_worker_id text,
    p_worker_instance_id text,
    p_capabilities text[] default '{}',
    p_lease_ttl_ms bigint default 30000,
    p_attempt_timeout_ms bigint default null
)
returns setof ff_claimed_execution
language plpgsql
rows 1
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_claim$
declare
    v_now timestamptz;
    v_routes _due_route[];
    v_is_only_route boolean := true;
    v_is_plain boolean;
    v_lease_id uuid;
    v_lease_expires_at timestamptz;
    v_attempt_deadline_at timestamptz;
    v_remaining_ms bigint := p_lease_ttl_ms;
    r_first record;
begin
    if not _is_usual_claim(
        p_worker_id, p_worker_instance_id, p_capabilities, p_lease_ttl_ms, p_attempt_timeout_ms
    ) then
        perform _check_claim_arguments(
            p_lane_id, p_worker_id, p_worker_instance_id,
            p_capabilities, p_lease_ttl_ms, p_attempt_timeout_ms
        );
    elsif p_capabilities <> '{}' then
        perform _check_capabilities('p_capabilities', p_capabilities);
    end if;

    -- maintenance rides along before this claim holds anything
    if nextval('ff_claim_count') % 64 = 0 then
        perform _advance_head(p_lane_id, p_capabilities);
        perform _ask_for_tick();
    end if;

    -- The first row of the only route, or of the best of several; of a lane with rules the general
    -- body chooses one.
    v_now := _now();
    v_routes := array(select r from _open_routes(p_lane_id, p_capabilities) as r limit 2);
    if cardinality(v_routes) > 1 then
        v_is_only_route := false;
        v_routes := _best_due_routes(p_lane_id, p_capabilities, v_now, p_is_first_enough => true);
    end if;
    if v_routes[1].has_rules then
        v_routes[1].route_id := null;
        v_is_only_route := false;
    end if;
    select
        e.ctid as row_id, e.execution_id, e.lease_epoch, e.flow_id, e.namespace, e.tags,
        e.state, e.deadline_at, e.policy, e.is_limited,
        exists (select from ff_lane as l where l.lane_id = p_lane_id and l.is_restricted)
            as is_restricted
    into r_first
    from ff_exec_core as e
    where
        e.route_id = v_routes[1].route_id
        and e.claimable_at between v_routes[1].head_at and v_now
    order by e.claimable_at
    limit 1
    for no key update skip locked;
    v_is_plain := r_first.state < 'children_first'
        and not r_first.is_limited
        and (r_first.deadline_at is null or r_first.deadline_at > v_now)
        and (r_first.flow_id is null or not _is_flow_cancelled(r_first.flow_id));

    -- A first attempt has a body of its own, at a third of the cost; all else has a general one. In
    -- a second life there were attempts and epochs before.
    if (v_is_plain and r_first.state = 'waiting_first' and r_first.lease_epoch = 0) is not true then
        perform _check_name('p_lane_id', p_lane_id, 'lane');
        perform _check_lane(p_lane_id, 'claim');
        return query
        select c.*
        from _claim_due(
            p_lane_id, p_worker_id, p_worker_instance_id, 1, p_capabilities,
            p_lease_ttl_ms, p_attempt_timeout_ms,
            case
                when r_first.row_id is not null then array[r_first.row_id]
                when v_is_only_route then '{}'
            end,
            v_is_plain, v_now
        ) as c;
        return;
    end if;
    if r_first.is_restricted then
        perform _check_lane(p_lane_id, 'claim');
    end if;
    if r_first.flow_id is not null then
        -- claiming a member of a flow also asks for work on the todos of flows
        perform _ask_for_tick();
    end if;
    v_lease_id := gen_random_uuid();
    v_lease_expires_at := _after_ms(v_now, p_lease_ttl_ms);
    if num_nonnulls(r_first.policy, r_first.deadline_at, p_attempt_timeout_ms) > 0 then
        v_attempt_deadline_at := _attempt_deadline(
            r_first.state, r_first.policy, null, null, v_now, p_attempt_timeout_ms
        );
        v_lease_expires_at := least(v_lease_expires_at, v_attempt_deadline_at, r_first.deadline_at);
        v_remaining_ms := _ms_between(v_now, v_lease_expires_at);
    end if;
    return query
    update ff_exec_core as e
    set
        state = 'active', claimable_at = v_lease_expires_at, updated_at = v_now,
        lease_id = v_lease_id, lease_epoch = r_first.lease_epoch + 1,
        lease_acquired_at = v_now, lease_expires_at = v_lease_expires_at,
        worker_id = p_worker_id, worker_instance_id = p_worker_instance_id,
        attempt_id = v_lease_id, attempt_index = 0, attempt_type = 'initial',
        attempt_started_at = v_now, attempt_deadline_at = v_attempt_deadline_at,
        started_at = v_now
    where e.ctid = r_first.row_id
    returning
        _format_handle(e.execution_id, e.lease_id, e.lease_epoch, p_lease_ttl_ms),
        e.execution_id, e.kind, e.input, e.payload,
        0, 'initial', e.attempt_id,
        e.lease_id, e.lease_epoch, e.lease_expires_at, v_remaining_ms,
        p_lane_id, e.namespace, e.tags, e.flow_id, e.deadline_at;

    lock table ff_gate_e in row share mode;
    insert into ff_event (
        kind, occurred_at, execution_id, lease_id, lease_epoch,
        flow_id, namespace, tags, worker_id, worker_instance_id
    )
    values (
        'acquired', v_now, r_first.execution_id, v_lease_id, r_first.lease_epoch + 1,
        r_first.flow_id, nullif(r_first.namespace, 'default'), nullif(r_first.tags, '{}'),
        p_worker_id, p_worker_instance_id
    );
end;
$ff_claim$;

comment on function ff_claim is
$$Takes the next due execution of a lane, with a lease on it; no row when there is nothing to do.

It takes executions that a worker with `p_capabilities` may run: the highest priority first, and within it the execution that has been due longest. Fresh, retried, resumed and replayed executions are treated alike. An execution whose worker fell silent is due when its lease lapses; the next claim takes it over as a `reclaim`, under a new epoch. After a claim that returned no row, sleep for `ff_next_due_in_ms`, but at most some seconds.

Effects: the execution becomes `active`; the lease lasts `p_lease_ttl_ms`, but never past the attempt's timeout (the shorter of `p_attempt_timeout_ms` and the policy's) or the execution's deadline. The claim also ends executions that it finds past their deadline (`expired`) or taken over too often (`failed`), and attempts past their timeout (retried or `expired`).

Idempotent: no; each call takes another execution. A reply that was lost leaves a lease that lapses.

Locks: the execution taken, until the caller's transaction ends; waits for no other session.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select handle, execution_id, kind, input
from flowfabric.ff_claim('emails', 'mailer', 'mailer-7f3a', p_lease_ttl_ms => 30000);
```
$$;
