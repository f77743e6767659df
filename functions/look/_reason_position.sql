create or replace function _reason_position(
    p_execution ff_exec_core,
    p_route ff_route,
    p_capabilities text[],
    p_now timestamptz
)
returns _gate
language plpgsql
stable
as $_reason_position$
declare
    v_bound constant integer := 1000;
    v_ahead_count bigint;
    v_better_count bigint;
    v_is_first boolean;
begin
    if p_execution.claimable_at is null or p_execution.claimable_at > p_now then
        return ('position', true, 'not_due', '{}', null, null)::_gate;
    end if;
    -- an index probe for each route, and at most a thousand entries of this one
    v_ahead_count := (
        select count(*)
        from (
            select 1
            from ff_exec_core as e
            where
                e.route_id = p_route.route_id
                and e.claimable_at >= _head_of(p_route.route_id)
                and e.claimable_at < p_execution.claimable_at
            limit v_bound
        ) as a
    );
    v_better_count := (
        select count(*)
        from _due_routes(
            p_route.lane_id, coalesce(p_capabilities, p_route.required_capabilities), p_now
        ) as d
        where
            d.route_id <> p_route.route_id
            and (
                d.priority > p_route.priority
                or (d.priority = p_route.priority and d.oldest_at < p_execution.claimable_at)
            )
    );
    v_is_first := v_ahead_count = 0 and v_better_count = 0;
    return (
        'position',
        v_is_first,
        case when v_is_first then 'first' else 'behind_others' end,
        jsonb_build_object(
            'ahead_in_route', v_ahead_count,
            'is_at_least', v_ahead_count = v_bound,
            'routes_ahead', v_better_count
        ),
        case when not v_is_first then 'claims, which take the work ahead' end,
        null
    )::_gate;
end;
$_reason_position$;

comment on function _reason_position is
'How much work comes before the execution? The position decides when, not whether, a claim takes it. Part of ff_explain.';
