create or replace function _blockers(
    p_execution_id uuid,
    p_now timestamptz
)
returns jsonb
language plpgsql
stable
as $_blockers$
declare
    v_hidden constant text[] := _hidden_lanes('read', 'operate');
begin
    return (
        select coalesce(jsonb_agg(
            jsonb_build_object(
                'execution_id', b.upstream_id,
                -- null for a blocker in a lane that the caller may not look into
                'public_state', case when b.lane_id <> all (v_hidden) then b.public_state end
            )
            order by b.upstream_id
        ), '[]')
        from (
            select d.upstream_id, v.public_state, r.lane_id
            from ff_edge as d
            inner join ff_exec_core as u
                on u.execution_id = d.upstream_id
            inner join ff_route as r on r.route_id = u.route_id
            inner join ff_state_vector as v
                on v.state = _effective_state(
                    u.state, u.claimable_at, u.lease_expires_at, p_now
                )
            where
                d.downstream_id = p_execution_id
                and d.state in ('pending', 'applied')
            order by d.upstream_id
            limit 100
        ) as b
    );
end;
$_blockers$;

comment on function _blockers is
'The executions that an execution waits for, with their states; at most a hundred.';
