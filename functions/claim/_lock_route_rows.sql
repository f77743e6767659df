create or replace function _lock_route_rows(
    p_route_id integer,
    p_from timestamptz,
    p_limit integer,
    p_now timestamptz,
    p_lease_ttl_ms bigint,
    p_attempt_timeout_ms bigint,
    out p_rows _due_row[],
    out p_last_at timestamptz
)
language plpgsql
as $_lock_route_rows$
begin
    select
        coalesce(
            array_agg(
                row(
                    c.ctid,
                    c.execution_id,
                    c.lease_epoch + 1,
                    c.flow_id,
                    c.namespace,
                    c.tags,
                    _is_resumable(c.state),
                    _is_active(c.state),
                    t.attempt_deadline_at,
                    least(
                        _after_ms(p_now, p_lease_ttl_ms), t.attempt_deadline_at, c.deadline_at
                    )
                )::_due_row
            ),
            '{}'
        ),
        max(c.claimable_at)
    into p_rows, p_last_at
    from (
        select e.ctid, e.*
        from ff_exec_core as e
        where
            e.route_id = p_route_id
            and e.claimable_at >= p_from
            and e.claimable_at <= p_now
        order by e.claimable_at
        limit p_limit
        for no key update skip locked
    ) as c
    cross join lateral (
        select _attempt_deadline(
            c.state, c.policy, c.attempt_deadline_at, c.lease_ended_at,
            p_now, p_attempt_timeout_ms
        ) as attempt_deadline_at
    ) as t;
end;
$_lock_route_rows$;

comment on function _lock_route_rows is 'Locks due rows of one route for a claim, skipping what others hold.';
