create or replace function ff_heartbeat_worker(
    p_worker_instance_id text,
    p_namespace text default 'default',
    p_handles text[] default null
)
returns ff_worker_heartbeat
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_heartbeat_worker$
declare
    v_now timestamptz;
    v_worker ff_worker;
    v_answer ff_worker_heartbeat;
begin
    perform _check_name('p_worker_instance_id', p_worker_instance_id, 'worker');
    perform _check_name('p_namespace', p_namespace, 'label');
    v_answer.worker_instance_id := p_worker_instance_id;
    if p_handles is not null then
        perform _check_handles(p_handles);
        -- leases first: executions are locked before any other row
        v_answer.renewals := (
            select coalesce(jsonb_agg(to_jsonb(r) - 'item' order by r.item), '[]')
            from _renew_batch(p_handles, null) with ordinality as r (
                execution_id, outcome, lease_expires_at, lease_remaining_ms,
                lease_epoch, cancel_requested, error_code, error_detail, item
            )
        );
    end if;

    select w.*
    into v_worker
    from ff_worker as w
    where w.namespace = p_namespace and w.worker_instance_id = p_worker_instance_id
    for no key update;
    v_now := _now();
    if
        _is_alive(
            v_worker.last_heartbeat_at, v_worker.liveness_ttl_ms, v_worker.session_pid, v_now
        ) is not true
    then
        v_answer.outcome := 'not_registered';
        return v_answer;
    end if;
    perform _check_owner('worker', p_worker_instance_id, v_worker.owner_name);
    update ff_worker as w
    set last_heartbeat_at = v_now
    where w.namespace = p_namespace and w.worker_instance_id = p_worker_instance_id;
    v_answer.outcome := 'refreshed';
    v_answer.expires_at := _after_ms(v_now, v_worker.liveness_ttl_ms);
    v_answer.remaining_ms := v_worker.liveness_ttl_ms;
    return v_answer;
end;
$ff_heartbeat_worker$;

comment on function ff_heartbeat_worker is
$$Reports that a worker process is alive, and renews the leases of its handles in the same call.

Effects: `refreshed`: it counts as alive for its ttl again. `not_registered`: it is unknown, was silent for too long, or the session that it named has ended; it must register. In either case `renewals` is a JSON array with one object for each handle, with the fields that `ff_renew_batch` returns; `busy` is one of the outcomes.

Idempotent: yes.

Locks: the executions whose leases are renewed (it skips locked rows) and the worker's row, until the caller's transaction ends.

Errors: ZF801 not_authorised for the name of a live worker of another owner; 22023 and 22004 for arguments. Renewals: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found; an item in a restricted lane has ZF801 not_authorised.

Example:
```sql
select outcome, remaining_ms
from flowfabric.ff_heartbeat_worker('mailer-7f3a');
```
$$;
