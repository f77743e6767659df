create or replace function ff_mark_worker_dead(
    p_worker_instance_id text,
    p_reason text,
    p_namespace text default 'default',
    p_release_leases boolean default false
)
returns ff_dead_worker
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $ff_mark_worker_dead$
declare
    -- of a call: the next one goes on, because revoked leases are not looked at again
    v_most constant integer := 1000;
    -- executions with a lease or a delay, in all lanes
    v_looks constant integer := 50000;
    v_now timestamptz;
    v_is_known boolean;
    v_released integer := 0;
    v_execution ff_exec_core;
    v_hidden constant text[] := _hidden_lanes('operate');
begin
    perform _check_name('p_worker_instance_id', p_worker_instance_id, 'worker');
    perform _check_name('p_reason', p_reason, 'label');
    perform _check_name('p_namespace', p_namespace, 'label');
    if p_release_leases is null then
        perform _raise_null('p_release_leases');
    end if;
    -- the caller must be allowed to operate every lane of the worker
    perform _check_lane(l.lane_id, 'operate')
    from ff_worker as w
    cross join unnest(w.lane_ids) as l (lane_id)
    where w.namespace = p_namespace and w.worker_instance_id = p_worker_instance_id;
    -- nothing below waits for an execution, so the clock may be read first
    v_now := _now_at_gate();
    if p_release_leases then
        for v_execution in
            select e.*
            from (
                select c.row_id
                from ff_route as r
                cross join lateral (
                    select o.ctid as row_id
                    from ff_exec_core as o
                    where o.route_id = r.route_id and o.claimable_at >= v_now
                    order by o.claimable_at
                    limit v_looks
                ) as c
                where r.closed_at is null and r.lane_id <> all (v_hidden)
                limit v_looks
            ) as c
            inner join ff_exec_core as e on e.ctid = c.row_id
            where
                e.state = 'active'
                -- a lapsed lease may be reserved by a reclaim grant: it is not revoked
                and e.lease_expires_at > v_now
                and e.worker_instance_id = p_worker_instance_id
                and e.namespace = p_namespace
            limit v_most
            for no key update of e skip locked
        loop
            perform _release(
                v_execution, 'revoked', v_now, v_now, 'revoked', _audit(p_reason, null)
            );
            v_released := v_released + 1;
        end loop;
    end if;
    delete from ff_worker as w
    where w.namespace = p_namespace and w.worker_instance_id = p_worker_instance_id;
    v_is_known := found;
    if v_is_known or v_released > 0 then
        perform _record_operation(
            'worker_marked_dead', v_now, p_reason, null,
            jsonb_build_object('released_count', v_released),
            p_namespace => p_namespace, p_worker_instance_id => p_worker_instance_id
        );
    end if;
    return (
        p_worker_instance_id,
        case when v_is_known then 'marked' else 'not_registered' end,
        v_released
    )::ff_dead_worker;
end;
$ff_mark_worker_dead$;

comment on function ff_mark_worker_dead is
$$Reports that a worker process has ended. With `p_release_leases` other workers can take its executions over at once, without waiting until their leases lapse.

Effects: `marked`: the registration is removed; `not_registered`: it was not registered. With `p_release_leases` the live leases of the instance in the namespace are revoked, except those whose rows another transaction locks at this moment; `released_count` is their number. A call revokes 1,000 leases at most, and looks for them among 50,000 executions that are held or delayed; call it again until `released_count` is 0. A lease that no call finds lapses by itself. Writes an event with the actor and the reason.

Idempotent: yes.

Locks: the executions that it revokes and the worker's row, until the caller's transaction ends; waits for no execution.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select outcome, released_count
from flowfabric.ff_mark_worker_dead('mailer-7f3a', 'the host is down', p_release_leases => true);
```
$$;
