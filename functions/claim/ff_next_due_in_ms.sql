create or replace function ff_next_due_in_ms(
    p_lane_id text,
    p_capabilities text[] default '{}'
)
returns bigint
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_next_due_in_ms$
declare
    v_next_at timestamptz;
begin
    perform _check_name('p_lane_id', p_lane_id, 'lane');
    perform _check_capabilities('p_capabilities', p_capabilities);
    perform _check_lane(p_lane_id, 'claim', 'read', 'operate');
    select min(n.claimable_at)
    into v_next_at
    from ff_route as r
    cross join lateral (
        select e.claimable_at
        from ff_exec_core as e
        where e.route_id = r.route_id and e.claimable_at >= _head_of(r.route_id)
        order by e.claimable_at
        limit 1
    ) as n
    where
        r.lane_id = p_lane_id
        and r.retired_at is null
        and not exists (
            select 1
            from ff_lane as l
            where l.lane_id = p_lane_id and l.state in ('paused', 'disabled')
        )
        and r.required_capabilities <@ p_capabilities;
    -- claims work on the todos of flows, and that may make work due
    v_next_at := least(
        v_next_at,
        (select min(d.due_at) from ff_flow_todo as d where d.due_at >= _head_of(-2))
    );
    return _ms_until(v_next_at, _now());
end;
$ff_next_due_in_ms$;

comment on function ff_next_due_in_ms is
$$How many milliseconds until a claim may find something: 0 when something is due, null when nothing is scheduled.

The time includes delays, retries and the expiry of leases of other workers, so a worker that sleeps this long after an empty claim also takes over crashed work in time. New submissions can come sooner: sleep at most some seconds.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select least(coalesce(flowfabric.ff_next_due_in_ms('emails'), 5000), 5000) as sleep_ms;
```
$$;
