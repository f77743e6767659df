create or replace function _move_slow_heads(
    p_after_route_id integer,
    p_to_route_id integer,
    p_proof _proof,
    p_stop_at timestamptz
)
returns integer
language plpgsql
as $_move_slow_heads$
declare
    v_slow constant interval := interval '200 microseconds';
    v_count integer := 0;
    v_begun_at timestamptz;
    r_route record;
begin
    for r_route in
        select r.route_id, _head_of(r.route_id) as head_at
        from ff_route as r
        where
            r.route_id > p_after_route_id
            and r.route_id <= p_to_route_id
            and r.closed_at is null
    loop
        v_begun_at := _now();
        perform 1
        from ff_exec_core as e
        where
            e.route_id = r_route.route_id
            and e.claimable_at >= r_route.head_at
            -- later index entries are of leases of completed executions, and dead, too
            and e.claimable_at <= p_proof.proven_at
        order by e.claimable_at
        limit 1;
        -- a quiet route needs no new head every second
        continue when _now() - v_begun_at < v_slow;
        perform _move_head(r_route.route_id, p_proof);
        v_count := v_count + 1;
        exit when _now() >= p_stop_at;
    end loop;
    return v_count;
end;
$_move_slow_heads$;

comment on function _move_slow_heads is
'Moves the heads of those routes in a range in which it takes long to find the first row; returns how many.';
