create or replace function _counted_states(p_now timestamptz)
returns table (lane_id text, public_state text, execution_count bigint, counted text)
language sql
stable
as $_counted_states$
    select r.lane_id, v.public_state::text, count(*), 'exact'
    from (
        -- by state and moment first: few groups are left to be joined
        select
            e.route_id,
            _effective_state(e.state, e.claimable_at, e.lease_expires_at, p_now) as state
        from ff_exec_core as e
    ) as e
    inner join ff_route as r on r.route_id = e.route_id
    inner join ff_state_vector as v on v.state = e.state
    group by r.lane_id, v.public_state
$_counted_states$;

comment on function _counted_states is
'How many executions of each lane are in each public state, counted one by one: for tables that are small.';
