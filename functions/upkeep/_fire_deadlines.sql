create or replace function _fire_deadlines(
    p_proof _proof,
    p_limit integer,
    p_stop_at timestamptz
)
returns integer
language plpgsql
as $_fire_deadlines$
declare
    -- deadlines have a head of their own, under a route that does not exist
    v_route_id constant integer := 0;
    v_head_at constant timestamptz := _head_of(v_route_id);
    v_now constant timestamptz := _now();
    v_keys uuid[];
    v_settled uuid[];
begin
    -- all are locked before the first one is settled, because settling one may end others
    v_keys := array(
        select e.execution_id
        from ff_exec_core as e
        where
            e.deadline_at >= v_head_at
            and e.deadline_at <= v_now
            and e.terminal_at is null
            and not _is_put_off(e.execution_id, v_now)
        order by e.deadline_at
        limit p_limit
        for no key update skip locked
    );
    v_settled := _settle_candidates(v_keys, v_now, p_stop_at);
    if cardinality(v_keys) < p_limit and _now() < p_stop_at then
        perform _move_timer_head(v_route_id, v_head_at, p_proof, v_now);
    end if;
    return cardinality(v_settled);
end;
$_fire_deadlines$;

comment on function _fire_deadlines is
'Ends executions that are past their deadline, also where no worker claims; returns how many.';
