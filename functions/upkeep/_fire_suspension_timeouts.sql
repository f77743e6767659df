create or replace function _fire_suspension_timeouts(
    p_proof _proof,
    p_limit integer,
    p_stop_at timestamptz
)
returns integer
language plpgsql
as $_fire_suspension_timeouts$
declare
    -- like deadlines, these have a head of their own, under a route that does not exist
    v_route_id constant integer := -1;
    v_head_at constant timestamptz := _head_of(v_route_id);
    v_now constant timestamptz := _now();
    v_keys uuid[];
    v_settled uuid[];
begin
    v_keys := array(
        select e.execution_id
        from ff_suspension as s
        inner join ff_exec_core as e
            on e.execution_id = s.execution_id
        where
            s.timeout_at >= v_head_at
            and s.timeout_at <= v_now
            and s.closed_at is null
            -- Checked again on the locked row: a claim may have applied the timeout since this
            -- statement began, and may hold a lease.
            and _is_suspended(e.state)
            and not _is_put_off(e.execution_id, v_now)
        order by s.timeout_at
        limit p_limit
        for no key update of e skip locked
    );
    v_settled := _settle_candidates(v_keys, v_now, p_stop_at);
    if cardinality(v_keys) < p_limit and _now() < p_stop_at then
        perform _move_timer_head(v_route_id, v_head_at, p_proof, v_now);
    end if;
    return cardinality(v_settled);
end;
$_fire_suspension_timeouts$;

comment on function _fire_suspension_timeouts is
'Applies the timeouts of suspensions that are due, also where no worker claims; returns how many.';
