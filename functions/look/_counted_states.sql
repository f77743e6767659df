create or replace function _counted_states(p_now timestamptz)
returns table (lane_id text, public_state text, execution_count bigint, counted text)
language sql
stable
as $_counted_states$
    select r.lane_id, v.public_state::text, sum(g.execution_count)::bigint, 'exact'
    from (
        -- grouped by state first, so that few groups need a lookup
        select e.route_id, e.state, d.is_due, count(*) as execution_count
        from ff_exec_core as e
        cross join lateral (
            select
                case when e.state = 'active' then e.lease_expires_at else e.claimable_at end
                <= p_now as is_due
        ) as d
        group by e.route_id, e.state, d.is_due
    ) as g
    inner join ff_route as r on r.route_id = g.route_id
    inner join ff_state_vector as s on s.state = g.state
    inner join ff_state_vector as v
        on v.state = case when g.is_due then coalesce(s.state_when_due, s.state) else s.state end
    group by r.lane_id, v.public_state
$_counted_states$;

comment on function _counted_states is
'The number of executions by lane and public state, counted one by one: for small tables.';
