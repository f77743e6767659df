create or replace function _counted_lane(
    p_lane_id text,
    p_now timestamptz,
    out p_counts jsonb,
    out p_is_at_least boolean
)
language plpgsql
stable
as $_counted_lane$
declare
    v_most constant integer := 10000;
begin
    with seen as materialized (
        -- in turn, so that neither hides the other
        select false as is_later, c.state, c.is_due
        from (
            select e.state, e.state <> 'active' or e.lease_expires_at <= p_now as is_due
            from ff_route as r
            cross join lateral (select _head_of(r.route_id) as head_at offset 0) as h
            cross join lateral (
                select o.state, o.lease_expires_at
                from ff_exec_core as o
                where
                    o.route_id = r.route_id
                    and o.claimable_at >= h.head_at
                    and o.claimable_at <= p_now
                limit v_most
            ) as e
            where r.lane_id = p_lane_id and r.closed_at is null
            limit v_most
        ) as c
        union all
        select true as is_later, c.state, c.is_due
        from (
            -- a grant can reserve an execution whose lease has lapsed
            select e.state, e.state = 'active' and e.lease_expires_at <= p_now as is_due
            from ff_route as r
            cross join lateral (
                select o.state, o.lease_expires_at
                from ff_exec_core as o
                where o.route_id = r.route_id and o.claimable_at > p_now
                limit v_most
            ) as e
            where r.lane_id = p_lane_id and r.closed_at is null
            limit v_most
        ) as c
    ),

    counted as (
        select s.is_later, s.state, s.is_due, count(*) as execution_count
        from seen as s
        group by s.is_later, s.state, s.is_due
    ),

    shown as (
        select v.public_state, sum(c.execution_count) as execution_count
        from counted as c
        inner join ff_state_vector as s on s.state = c.state
        inner join ff_state_vector as v
            on v.state = case
                when c.is_due then coalesce(s.state_when_due, s.state) else s.state
            end
        -- most of the others have no due time
        where v.public_state in ('waiting', 'delayed', 'rate_limited', 'active')
        group by v.public_state
    )

    select
        (
            select coalesce(jsonb_object_agg(s.public_state, s.execution_count), '{}')
            from shown as s
        ),
        coalesce(bool_or(n.execution_count >= v_most), false)
    into p_counts, p_is_at_least
    from (
        select sum(c.execution_count) as execution_count from counted as c group by c.is_later
    ) as n;
end;
$_counted_lane$;

comment on function _counted_lane is
'The number of executions of a lane by public state: of the first 10,000 that are due, and the first 10,000 that are due later.';
