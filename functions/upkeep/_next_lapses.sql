create or replace function _next_lapses(
    p_from _place,
    p_to_route_id integer,
    p_since timestamptz,
    p_until timestamptz,
    p_limit integer,
    p_is_above_heads boolean,
    out p_keys uuid[],
    out p_next _place
)
language plpgsql
stable
as $_next_lapses$
declare
    v_looks constant integer := 20 * p_limit;
    r_look record;
begin
    with seen as materialized (
        select
            r.route_id, c.claimable_at, c.execution_id,
            _is_lapse_due(
                c.state, c.claimable_at, c.lease_ended_by, c.lease_reclaim_count, c.policy, p_until
            ) as is_due
        from ff_route as r
        cross join lateral (
            select
                e.execution_id, e.claimable_at, e.state, e.lease_ended_by, e.lease_reclaim_count,
                e.policy
            from ff_exec_core as e
            where
                e.route_id = r.route_id
                and e.claimable_at >= greatest(
                    p_since,
                    case when r.route_id = p_from.route_id then p_from.claimable_at end,
                    case when p_is_above_heads then _head_of(r.route_id) end
                )
                and e.claimable_at <= p_until
                and (
                    r.route_id <> p_from.route_id
                    or p_from.claimable_at is null
                    or e.claimable_at > p_from.claimable_at
                    or e.execution_id > p_from.execution_id
                )
            order by e.claimable_at, e.execution_id
            limit v_looks
        ) as c
        where
            r.route_id >= p_from.route_id
            and r.route_id <= p_to_route_id
            and r.closed_at is null
        order by r.route_id, c.claimable_at, c.execution_id
        limit v_looks
    ),

    taken as materialized (
        select s.route_id, s.claimable_at, s.execution_id
        from seen as s
        where s.is_due
        order by s.route_id, s.claimable_at, s.execution_id
        limit p_limit
    )

    select
        array(
            select t.execution_id
            from taken as t
            order by t.route_id, t.claimable_at, t.execution_id
        ) as keys,
        -- after the last one that was taken, or else seen; null when that was all
        case
            when (select count(*) from taken) >= p_limit then (
                select (t.route_id, t.claimable_at, t.execution_id)::_place
                from taken as t
                order by t.route_id desc, t.claimable_at desc, t.execution_id desc
                limit 1
            )
            when (select count(*) from seen) >= v_looks then (
                select (s.route_id, s.claimable_at, s.execution_id)::_place
                from seen as s
                order by s.route_id desc, s.claimable_at desc, s.execution_id desc
                limit 1
            )
        end as next
    into r_look;
    p_keys := r_look.keys;
    p_next := r_look.next;
end;
$_next_lapses$;

comment on function _next_lapses is
'Finds the next leases that have lapsed, from a place in the index of due work on, and where the next look goes on; null at the end of the routes. A look is bounded in the rows that it sees and in those that it returns.';
