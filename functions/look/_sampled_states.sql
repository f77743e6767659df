create or replace function _sampled_states(p_now timestamptz, p_bound integer)
returns table (lane_id text, public_state text, execution_count bigint, counted text)
language sql
stable
as $_sampled_states$
    -- Executions that can be claimed at some time are in the index of claims: up to a bound of the
    -- due ones in each route, and up to a bound of the others.
    select
        r.lane_id,
        v.public_state::text,
        sum(d.execution_count)::bigint,
        case when bool_or(d.is_more) then 'at_least' else 'exact' end
    from ff_route as r
    cross join lateral (select _head_of(r.route_id) as head_at offset 0) as h
    cross join lateral (
        select
            s.state,
            s.is_due,
            count(*) as execution_count,
            sum(count(*)) over () = p_bound as is_more
        from (
            select
                e.state,
                e.state <> 'active' or e.lease_expires_at <= p_now as is_due
            from ff_exec_core as e
            where
                e.route_id = r.route_id
                and e.claimable_at >= h.head_at
                and e.claimable_at <= p_now
            order by e.claimable_at
            limit p_bound
        ) as s
        group by s.state, s.is_due
        union all
        select
            s.state,
            s.is_due,
            count(*),
            sum(count(*)) over () = p_bound
        from (
            select
                e.state,
                -- a grant can reserve an execution whose lease has lapsed
                e.state = 'active' and e.lease_expires_at <= p_now as is_due
            from ff_exec_core as e
            where
                e.route_id = r.route_id
                and e.claimable_at >= h.head_at
                and e.claimable_at > p_now
            order by e.claimable_at
            limit p_bound
        ) as s
        group by s.state, s.is_due
    ) as d
    inner join ff_state_vector as s on s.state = d.state
    inner join ff_state_vector as v
        on v.state = case when d.is_due then coalesce(s.state_when_due, s.state) else s.state end
    where r.closed_at is null and v.public_state not in ('suspended', 'waiting_children')
    group by r.lane_id, v.public_state
    union all
    select
        r.lane_id,
        'suspended',
        count(*),
        case when bool_or(s.is_more) then 'at_least' else 'exact' end
    from (
        select o.execution_id, count(*) over () = p_bound as is_more
        from (
            select u.execution_id
            from ff_suspension as u
            where u.closed_at is null
            order by u.suspended_at, u.suspension_id
            limit p_bound
        ) as o
    ) as s
    -- one probe each, whatever the planner expects
    cross join lateral (
        select o.route_id
        from ff_exec_core as o
        where o.execution_id = s.execution_id
        offset 0
    ) as e
    inner join ff_route as r on r.route_id = e.route_id
    group by r.lane_id
    union all
    select null, t.public_state, t.execution_count, 'estimate'
    from _estimated_states() as t
    -- executions that wait for others, and finished ones, are in no index
    where
        t.public_state
        in ('waiting_children', 'completed', 'failed', 'cancelled', 'expired', 'skipped')
$_sampled_states$;

comment on function _sampled_states is
'The number of executions by lane and public state: counted up to a bound of the due ones and of the others in each route, and estimated for all lanes together for executions that have ended or wait for others.';
