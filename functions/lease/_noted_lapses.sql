create or replace function _noted_lapses(
    p_after_at timestamptz,
    p_after_id uuid,
    p_namespace text,
    p_hidden text[],
    p_limit integer,
    p_now timestamptz
)
returns setof _lapse
language plpgsql
stable
as $_noted_lapses$
begin
    return query
    select
        n.execution_id, n.route_id, n.namespace, n.lease_id, n.lease_epoch, n.worker_id,
        n.worker_instance_id, n.lease_expires_at, n.attempt_index
    from ff_lapsed_lease as l
    -- a probe for each, so that the order of the outer index is kept and the limit ends the scan
    cross join lateral (
        select e.*
        from ff_exec_core as e
        inner join ff_route as r on r.route_id = e.route_id
        where
            e.execution_id = l.execution_id
            and e.lease_expires_at = l.lease_expires_at
            and e.state = 'active'
            and e.lease_ended_by is not null
            and r.lane_id <> all (p_hidden)
        limit 1
    ) as n
    where
        (p_namespace is null or l.namespace = p_namespace)
        and l.lease_expires_at <= p_now
        and (l.lease_expires_at, l.execution_id) > (p_after_at, p_after_id)
    order by l.lease_expires_at, l.execution_id
    limit p_limit;
end;
$_noted_lapses$;

comment on function _noted_lapses is 'Lapsed leases that were noted, the oldest first, behind a place.';
