create or replace function _capable_workers(
    p_lane_id text,
    p_required text[],
    p_missing text[],
    p_now timestamptz
)
returns jsonb
language plpgsql
stable
as $_capable_workers$
begin
    return (
        with worker as materialized (
            select o.capabilities
            from (select w.* from ff_worker as w limit 10000) as o
            where
                o.lane_ids @> array[p_lane_id]
                and _is_alive(o.last_heartbeat_at, o.liveness_ttl_ms, o.session_pid, p_now)
        )

        select jsonb_build_object(
            'live_worker_count', count(*),
            'capable_worker_count', count(*) filter (where p_required <@ w.capabilities),
            'workers_by_capability', (
                select coalesce(jsonb_object_agg(r.capability, (
                    select count(*)
                    from worker as o
                    where o.capabilities @> array[r.capability]
                )), '{}')
                from unnest(case when p_missing = '{}' then p_required else p_missing end)
                    as r (capability)
            )
        )
        from worker as w
    );
end;
$_capable_workers$;

comment on function _capable_workers is
'The number of live workers of a lane, of those that have all required capabilities, and of those that have each missing capability. Workers that never registered are not counted, and of the others at most 10,000.';
