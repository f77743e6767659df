create or replace function _ring_for_requests()
returns void
language plpgsql
as $_ring_for_requests$
begin
    -- Visible requests were left by transactions that were prepared and cannot ring. Each is
    -- written anew, for the trigger knows when it may, and removes both; a tick that stays open
    -- keeps nothing from the others.
    with owed as (
        select r.lane_id, r.claimable_at, r.safe_event_id, r.execution_id, r.ended_id
        from ff_ring_request as r
        order by r.request_id
        limit 1000
    ),

    -- frames that were committed in the moment in which their reader hung its bell
    missed as (
        select b.execution_id
        from (select o.* from ff_stream_bell as o order by o.bell_id limit 1000) as b
        inner join ff_stream as s
            on
                s.execution_id = b.execution_id
                and s.attempt_index = b.attempt_index
        where (s.last_ms, s.last_seq) > (b.after_ms, b.after_seq)
    ),

    -- executions that ended in the moment in which a session began to wait for them
    ended as (
        select b.execution_id
        from (select o.* from ff_end_bell as o order by o.bell_id limit 1000) as b
        inner join ff_exec_core as e on e.execution_id = b.execution_id
        where e.terminal_at is not null
    )

    insert into ff_ring_request (
        lane_id, claimable_at, safe_event_id, execution_id, ended_id
    )
    select o.lane_id, min(o.claimable_at), null::bigint, null::uuid, null::uuid
    from owed as o
    where o.lane_id is not null
    group by o.lane_id
    union all
    select null, null, max(o.safe_event_id), null, null
    from owed as o
    having max(o.safe_event_id) is not null
    union all
    select null, null, null, f.execution_id, null
    from (
        select o.execution_id from owed as o where o.execution_id is not null
        union
        select m.execution_id from missed as m
    ) as f
    union all
    select null, null, null, null, f.execution_id
    from (
        select o.ended_id as execution_id from owed as o where o.ended_id is not null
        union
        select d.execution_id from ended as d
    ) as f;
end;
$_ring_for_requests$;

comment on function _ring_for_requests is
'Rings, when this transaction commits, for two-phase transactions that have committed, and for readers of streams and sessions that wait for results, if they were missed.';
