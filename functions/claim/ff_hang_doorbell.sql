create or replace function ff_hang_doorbell(
    p_worker_instance_id text,
    p_lane_ids text[],
    p_ttl_ms bigint default 15000
)
returns ff_hung_doorbell
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_hang_doorbell$
declare
    v_channel text;
    v_now timestamptz;
    v_expires_at timestamptz;
begin
    perform _check_name('p_worker_instance_id', p_worker_instance_id, 'worker');
    perform _check_lane_ids('p_lane_ids', p_lane_ids);
    if p_ttl_ms is null then
        perform _raise_null('p_ttl_ms');
    elsif p_ttl_ms not between 1 and 3600000 then
        perform _raise_invalid('p_ttl_ms', 'must be between 1 and 3600000');
    end if;
    perform _check_lane(l.lane_id, 'claim') from unnest(p_lane_ids) as l (lane_id);
    v_channel := 'ff_' || md5(p_worker_instance_id);

    -- the doorbell that hung before, and expired ones; waits for no lock
    delete from ff_doorbell as d
    where d.ctid = any (array(
        select o.ctid
        from ff_doorbell as o
        where
            o.lane_id = any (p_lane_ids)
            and (o.worker_instance_id = p_worker_instance_id or o.expires_at <= _now())
        for update skip locked
    ));
    v_now := _now();
    v_expires_at := _after_ms(v_now, p_ttl_ms);
    -- Two sessions may set it at once, in either order: so not from p_ttl_ms, but from the longest
    -- time that any doorbell may hang, with as much again for a session that is slow to set it.
    perform setval('ff_doorbell_until', n.now_s + 7200)
    from (select ceil(extract(epoch from v_now))::bigint as now_s) as n
    where n.now_s + 5400 > (select m.last_value from ff_doorbell_until as m);
    insert into ff_doorbell (lane_id, worker_instance_id, channel, expires_at)
    select distinct l.lane_id, p_worker_instance_id, v_channel, v_expires_at
    from unnest(p_lane_ids) as l (lane_id);
    return (array[v_channel, 'flowfabric'], v_expires_at, p_ttl_ms)::ff_hung_doorbell;
end;
$ff_hang_doorbell$;

comment on function ff_hang_doorbell is
$$Asks to be woken: for `p_ttl_ms` the next transaction that makes something claimable in one of the lanes, at once or before the doorbell expires, sends a NOTIFY when it commits.

To sleep long and still be woken at once, a worker hangs a doorbell and commits, runs `listen` on both `channels`, calls `ff_look_ahead`, and then sleeps. The payload of a notification is the SHA-256 of the name of the lane, in hex; the channel `flowfabric` is for all workers, and the payload tells whether the lane is one of theirs. A notification removes the doorbell; hang it again when there is no more work. A claim after a notification may find nothing, because another worker was faster or the work needs other capabilities. Notifications do not pass through a pooler in transaction mode: sleep at most some seconds until one has arrived on this connection. For a two-phase transaction the first tick after its commit notifies; a session with `flowfabric.doorbell = off` does not notify.

Effects: writes one row for each lane; replaces earlier doorbells of the same instance.

Idempotent: yes.

Locks: none that another session waits for.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments (`p_ttl_ms` is 1 to 3600000, `p_lane_ids` has 1 to 1000 lanes).

Example:
```sql
select channels, remaining_ms
from flowfabric.ff_hang_doorbell('mailer-7f3a', array['emails']);
```
$$;
