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
    v_attempt_deadline_at timestamptz;
    v_lease_expires_at timestamptz;
    v_claimed ff_claimed_execution;
    v_is_resume boolean;
    v_is_takeover boolean;
    v_may_take boolean;
    r_candidate record;
begin
    if not coalesce(
        _is_lane_id(p_lane_id)
        and _is_worker_id(p_worker_id)
        and _is_worker_id(p_worker_instance_id)
        and _are_capabilities(p_capabilities)
        and p_lease_ttl_ms between 1 and 86400000
        and (p_attempt_timeout_ms is null or _is_duration(p_attempt_timeout_ms, 1)),
        false
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

    -- nothing here waits for a lock, so the clock may be read first
    v_now := _now();
    -- what is over is ended on the way, but not without end in one transaction
    for v_round in 1..100 loop
        -- Best priority first, then the route with the oldest due row. The join is lateral with a
        -- limit, so the routes are tried in that order and only one row is ever locked.
        select
            e.ctid as row_id,
            e.partition_key,
            e.execution_id,
            e.state,
            e.deadline_at,
            e.attempt_remaining,
            e.attempt_timeout_ms
        into r_candidate
        from _due_routes(p_lane_id, p_capabilities, v_now) as r
        cross join lateral (
            select
                c.ctid,
                c.partition_key,
                c.execution_id,
                c.state,
                c.deadline_at,
                c.attempt_deadline_at - c.lease_ended_at as attempt_remaining,
                (
                    c.policy #>> '{timeout_policy,attempt_timeout_ms}'
                )::numeric::bigint as attempt_timeout_ms
            from ff_exec_core as c
            where
                c.route_id = r.route_id
                and c.claimable_at >= r.head_at
                and c.claimable_at <= v_now
            order by c.claimable_at
            limit 1
            for no key update skip locked
        ) as e
        limit 1;
        if not found then
            -- nothing to do is the time for maintenance, which may bring something to light
            perform _ask_for_tick();
            return;
        end if;
        -- the plain case comes first: a runnable row, not past its deadline
        v_may_take := (
            r_candidate.state < 'children_first'
            and (r_candidate.deadline_at is null or r_candidate.deadline_at > v_now)
        ) or _settle_candidate(r_candidate.partition_key, r_candidate.execution_id, v_now);
        exit when v_may_take;
    end loop;
    if not v_may_take then
        return;
    end if;

    v_is_resume := r_candidate.state in ('waiting_resume', 'delayed_resume', 'resume_delay');
    v_is_takeover := r_candidate.state in ('active', 'lapsed', 'revoked');
    v_attempt_deadline_at := least(
        case
            when v_is_resume then v_now + r_candidate.attempt_remaining
            else _after_ms(v_now, r_candidate.attempt_timeout_ms)
        end,
        _after_ms(v_now, p_attempt_timeout_ms)
    );
    v_lease_expires_at := least(
        _after_ms(v_now, p_lease_ttl_ms), v_attempt_deadline_at, r_candidate.deadline_at
    );

    update ff_exec_core as e
    set
        state = 'active',
        claimable_at = v_lease_expires_at,
        lease_expires_at = v_lease_expires_at,
        lease_epoch = e.lease_epoch + 1,
        lease_id = gen_random_uuid(),
        lease_acquired_at = v_now,
        lease_renewed_at = null,
        lease_ended_at = null,
        lease_ended_by = null,
        lease_reclaim_count = e.lease_reclaim_count + v_is_takeover::integer,
        worker_id = p_worker_id,
        worker_instance_id = p_worker_instance_id,
        attempt_id = case when v_is_resume then e.attempt_id else gen_random_uuid() end,
        attempt_index = case
            when v_is_resume then e.attempt_index
            else coalesce(e.attempt_index + 1, 0)
        end,
        attempt_type = case
            when v_is_resume then e.attempt_type
            when v_is_takeover then 'reclaim'
            when e.state in ('waiting_retry', 'backoff_retry') then 'retry'
            when e.state = 'waiting_replay' then 'replay'
            else 'initial'
        end::ff_attempt_type,
        attempt_started_at = case when v_is_resume then e.attempt_started_at else v_now end,
        attempt_deadline_at = v_attempt_deadline_at,
        started_at = coalesce(e.started_at, v_now),
        updated_at = v_now,
        failure_reason = null,
        failure_category = null,
        failure_detail = null
    where e.ctid = r_candidate.row_id
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
        case when v_is_resume then 'resume' else e.attempt_type::text end,
        e.attempt_id,
        e.lease_id,
        e.lease_epoch,
        e.lease_expires_at,
        _ms_between(v_now, e.lease_expires_at),
        p_lane_id,
        e.namespace,
        e.tags,
        e.flow_id,
        e.deadline_at
    into v_claimed;

    lock table ff_gate_e in row share mode;
    insert into ff_event (
        kind, occurred_at, execution_id, partition_key, lease_id, lease_epoch,
        flow_id, namespace, tags, worker_id, worker_instance_id
    )
    values (
        case when v_is_takeover then 'reclaimed' else 'acquired' end::ff_event_kind,
        v_now,
        r_candidate.execution_id,
        r_candidate.partition_key,
        v_claimed.lease_id,
        v_claimed.lease_epoch,
        v_claimed.flow_id,
        nullif(v_claimed.namespace, 'default'),
        nullif(v_claimed.tags, '{}'),
        p_worker_id,
        p_worker_instance_id
    );
    return next v_claimed;
end;
$ff_claim$;

comment on function ff_claim is
$$Takes the next due execution of a lane, with a lease on it; no row when there is nothing to do.

It takes what a worker with `p_capabilities` may run: the highest priority first, the longest due first within it. Fresh, retried, resumed and replayed work comes alike, and so does an execution whose worker fell silent: its lease lapsed, and whoever claims next takes it over as a `reclaim`, under a new epoch. Between claims sleep for `ff_next_due_in_ms`, at most some seconds.

Effects: the execution becomes `active`; the lease lasts `p_lease_ttl_ms`, but never past the attempt's timeout (the shorter of `p_attempt_timeout_ms` and the policy's) or the execution's deadline. On its way the claim ends what is past its deadline (`expired`), what was taken over too often (`failed`), and what ran into its attempt's timeout (retried or `expired`).

Idempotent: no; each call takes another execution. A reply that was lost leaves a lease that lapses.

Locks: the execution taken, until the caller's transaction ends; waits for nobody.

Errors: 22023 and 22004 for arguments.

Example:
```sql
select handle, execution_id, kind, input
from flowfabric.ff_claim('emails', 'mailer', 'mailer-7f3a', p_lease_ttl_ms => 30000);
```
$$;
