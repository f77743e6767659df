create or replace function _move_claimable(
    p_from_route_id integer,
    p_from_at timestamptz,
    p_to_route_id integer,
    p_limit integer
)
returns integer
language plpgsql
as $_move_claimable$
declare
    v_row_ids constant tid[] := array(
        select e.ctid
        from ff_exec_core as e
        where e.route_id = p_from_route_id and e.claimable_at >= p_from_at
        order by e.claimable_at
        limit p_limit
        for no key update skip locked
    );
    v_now timestamptz;
    v_moment timestamptz;
begin
    if v_row_ids = '{}' then
        return 0;
    end if;
    v_now := _now_at_gate();
    with moved as (
        update ff_exec_core as e
        -- the other route has another head: rows that were due before are due now
        set route_id = p_to_route_id, claimable_at = greatest(e.claimable_at, v_now)
        where e.ctid = any (v_row_ids)
        returning e.claimable_at
    )

    select min(m.claimable_at) into v_moment from moved as m;
    -- no claim looks into a route that is retired
    perform _ring_route(p_to_route_id, v_moment);
    return cardinality(v_row_ids);
end;
$_move_claimable$;

comment on function _move_claimable is
'Moves rows that can be claimed, from a moment on, from one route to another; returns how many.';
