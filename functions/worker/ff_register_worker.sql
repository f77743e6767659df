create or replace function ff_register_worker(
    p_worker_id text,
    p_worker_instance_id text,
    p_lane_ids text[],
    p_capabilities text[] default '{}',
    p_liveness_ttl_ms bigint default 30000,
    p_namespace text default 'default',
    p_session_pid integer default null
)
returns ff_registered_worker
language plpgsql
security definer
set search_path = flowfabric, pg_temp
as $ff_register_worker$
declare
    v_now timestamptz;
    v_known ff_worker;
    v_is_alive boolean;
begin
    perform _check_name('p_worker_id', p_worker_id, 'worker');
    perform _check_name('p_worker_instance_id', p_worker_instance_id, 'worker');
    perform _check_capabilities('p_capabilities', p_capabilities);
    perform _check_lease_ttl('p_liveness_ttl_ms', p_liveness_ttl_ms);
    perform _check_name('p_namespace', p_namespace, 'label');
    if p_lane_ids is null or p_lane_ids <> '{}' then
        perform _check_lane_ids('p_lane_ids', p_lane_ids);
    end if;
    perform _check_lane(l.lane_id, 'claim') from unnest(p_lane_ids) as l (lane_id);
    if p_session_pid is not null and not _has_session(p_session_pid) then
        perform _raise_invalid(
            'p_session_pid', 'is not the process id of a session of this database',
            'pg_backend_pid() returns that of the present session.'
        );
    end if;
    -- a row must exist to be locked: two first registrations of one worker wait for each other here
    insert into ff_worker (
        namespace, worker_instance_id, worker_id, lane_ids, capabilities,
        liveness_ttl_ms, owner_name, registered_at, last_heartbeat_at
    )
    values (
        p_namespace, p_worker_instance_id, p_worker_id, '{}', '{}',
        1, _caller(), '-infinity', '-infinity'
    )
    on conflict (namespace, worker_instance_id) do nothing;
    select w.*
    into v_known
    from ff_worker as w
    where w.namespace = p_namespace and w.worker_instance_id = p_worker_instance_id
    for no key update;
    v_now := _now();
    v_is_alive := _is_alive(
        v_known.last_heartbeat_at, v_known.liveness_ttl_ms, v_known.session_pid, v_now
    );
    if v_is_alive then
        perform _check_owner('worker', p_worker_instance_id, v_known.owner_name);
    end if;
    if v_is_alive and v_known.worker_id <> p_worker_id then
        perform _raise_invalid(
            'p_worker_instance_id', 'belongs to another worker that is alive',
            'Every process needs an instance id of its own.'
        );
    end if;
    update ff_worker as w
    set
        worker_id = p_worker_id,
        lane_ids = _sorted_set(p_lane_ids),
        capabilities = _sorted_set(p_capabilities),
        liveness_ttl_ms = p_liveness_ttl_ms,
        session_pid = p_session_pid,
        owner_name = case when v_is_alive then w.owner_name else _caller() end,
        registered_at = case when v_is_alive then w.registered_at else v_now end,
        last_heartbeat_at = v_now
    where w.namespace = p_namespace and w.worker_instance_id = p_worker_instance_id;
    -- so that names which are never used again do not accumulate; skips locked rows
    delete from ff_worker as w
    where w.ctid = any (array(
        select o.ctid
        from ff_worker as o
        where not _is_alive(o.last_heartbeat_at, o.liveness_ttl_ms, null, v_now - interval '1 day')
        limit 100
        for update skip locked
    ));
    return (
        p_worker_instance_id,
        case when v_is_alive then 'refreshed' else 'registered' end,
        _after_ms(v_now, p_liveness_ttl_ms),
        p_liveness_ttl_ms
    )::ff_registered_worker;
end;
$ff_register_worker$;

comment on function ff_register_worker is
$$Registers a worker process with its lanes and capabilities, so that operators can see it. Claims do not depend on it.

With `p_session_pid`, the process id of a session that the worker process keeps open (`pg_backend_pid()` in it), the worker also counts as dead as soon as that session has ended. So it may have a long ttl and send no heartbeats. Behind a pooler that gives a session to several clients this does not work.

Effects: `registered`: the worker is new, was silent for longer than its ttl, or its session has ended; the name belongs to the caller's role as long as the worker is alive. `refreshed`: the worker was alive; its lanes, capabilities, ttl and session are replaced. Registrations that ended more than a day ago are removed.

Idempotent: yes.

Locks: the worker's row, until the caller's transaction ends.

Errors: ZF801 not_authorised in a restricted lane, or for the name of a live worker of another owner; 22023 and 22004 for arguments; 22023 also for an instance id that another live worker uses.

Example:
```sql
select outcome, remaining_ms
from flowfabric.ff_register_worker('mailer', 'mailer-7f3a', array['emails'], array['smtp']);
```
$$;
