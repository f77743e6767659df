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
    v_route_ids integer[];
    v_routes _due_route[];
    v_lease_id uuid;
    v_lease_expires_at timestamptz;
    v_claimed ff_claimed_execution;
begin
    if not _is_usual_claim(
        p_worker_id, p_worker_instance_id, p_capabilities, p_lease_ttl_ms, p_attempt_timeout_ms
    ) then
        perform _check_claim_arguments(
            p_lane_id, p_worker_id, p_worker_instance_id,
            p_capabilities, p_lease_ttl_ms, p_attempt_timeout_ms
        );
    end if;

    -- maintenance rides along before this claim holds anything
    if nextval('ff_claim_count') % 64 = 0 then
        perform _advance_head(p_lane_id, p_capabilities);
        perform _ask_for_tick();
    end if;

    -- The only route, or the best of several; of a lane with rules the general body chooses rows.
    v_now := _now();
    -- the switch of work
    if _is_off('ff_work_switch') then
        v_route_ids := array(
            select case when not r.has_rules then r.route_id end
            from ff_route as r
            where
                r.lane_id = p_lane_id
                and r.retired_at is null
                and r.required_capabilities <@ p_capabilities
            limit 2
        );
    else
        v_route_ids := array(
            select case when not r.has_rules then r.route_id end
            from _open_routes(p_lane_id, p_capabilities) as r
            limit 2
        );
        if v_route_ids = '{}' or exists (
            select 1 from ff_lane as l where l.lane_id = p_lane_id and l.is_restricted
        ) then
            perform _check_name('p_lane_id', p_lane_id, 'lane');
            perform _check_lane(p_lane_id, 'claim');
        end if;
    end if;
    if cardinality(v_route_ids) > 1 then
        v_routes := _best_due_routes(p_lane_id, p_capabilities, v_now, p_is_first_enough => true);
        v_route_ids[1] := case when not v_routes[1].has_rules then v_routes[1].route_id end;
    end if;

    -- A first attempt that nothing limits is one update, with the lock inside. All else, and the
    -- lack of work, has other bodies. In a second life there were attempts and epochs before.
    v_lease_id := gen_random_uuid();
    v_lease_expires_at := _after_ms(v_now, p_lease_ttl_ms);
    update ff_exec_core as e
    set
        state = 'active', claimable_at = v_lease_expires_at, updated_at = v_now,
        lease_id = v_lease_id, lease_epoch = e.lease_epoch + 1,
        lease_acquired_at = v_now, lease_expires_at = v_lease_expires_at,
        worker_id = p_worker_id, worker_instance_id = p_worker_instance_id,
        attempt_id = v_lease_id, attempt_index = 0, attempt_type = 'initial',
        attempt_started_at = v_now, started_at = v_now
    where
        e.ctid = (
            select o.ctid
            from ff_exec_core as o
            where
                o.route_id = v_route_ids[1]
                and o.claimable_at between coalesce(
                    (
                        -- _head_of, written out
                        select n.head_at
                        from ff_head as n
                        where n.route_id = v_route_ids[1]
                        order by n.era desc, n.head_id desc
                        limit 1
                    ),
                    '-infinity'
                ) and v_now
            order by o.claimable_at
            limit 1
            for no key update skip locked
        )
        and e.state = 'waiting_first'
        and e.lease_epoch = 0
        and p_attempt_timeout_ms is null
        and e.flow_id is null
        and (e.policy is null or not e.policy ? 'timeout_policy')
        and (e.deadline_at is null or e.deadline_at >= v_lease_expires_at)
    returning
        _format_handle(e.execution_id, e.lease_id, e.lease_epoch, p_lease_ttl_ms),
        e.execution_id, e.kind, e.input, e.payload,
        0, 'initial', e.lease_id,
        e.lease_id, e.lease_epoch, v_lease_expires_at, p_lease_ttl_ms,
        p_lane_id, e.namespace, e.tags,
        -- It is not in a flow: for a moment this says that it has limits to be asked.
        case when e.is_limited then e.execution_id end,
        e.deadline_at
    into v_claimed;
    if not found then
        if v_route_ids[1] is not null and cardinality(v_route_ids) = 1
            and not exists (
                select 1
                from ff_exec_core as e
                where
                    e.route_id = v_route_ids[1]
                    and e.claimable_at between _head_of(v_route_ids[1]) and v_now
            )
        then
            -- there is no work: a good time for maintenance, which may make work visible
            perform _ask_for_tick();
            return;
        end if;
        return query
        select c.*
        from _claim_one(
            p_lane_id, p_worker_id, p_worker_instance_id, p_capabilities,
            p_lease_ttl_ms, p_attempt_timeout_ms, v_now, v_route_ids
        ) as c;
        return;
    end if;

    if v_claimed.flow_id is not null then
        if not _admit_first(v_claimed.execution_id, v_lease_expires_at, v_now) then
            return query
            select c.*
            from _claim_again(
                v_claimed.execution_id, p_lane_id, p_worker_id, p_worker_instance_id,
                p_capabilities, p_lease_ttl_ms, v_now
            ) as c;
            return;
        end if;
        v_claimed.flow_id := null;
    end if;
    insert into ff_event (
        kind, occurred_at, route_id, execution_id, lease_id, lease_epoch,
        namespace, worker_id, worker_instance_id
    )
    values (
        'acquired', v_now, v_route_ids[1], v_claimed.execution_id, v_lease_id,
        v_claimed.lease_epoch, nullif(v_claimed.namespace, 'default'),
        p_worker_id, p_worker_instance_id
    );
    return next v_claimed;
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
