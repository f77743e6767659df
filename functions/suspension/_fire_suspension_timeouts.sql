create or replace function _fire_suspension_timeouts(
    p_proven_at timestamptz,
    p_limit integer,
    p_namespace text
)
returns integer
language plpgsql
as $_fire_suspension_timeouts$
declare
    -- as deadlines, these have a head of their own, under a route that does not exist
    v_route_id constant integer := -1;
    v_patience constant interval := interval '1 second';
    v_head_at constant timestamptz := _head_of(v_route_id);
    v_now constant timestamptz := _now();
    v_least_at timestamptz;
    v_count integer := 0;
    r_execution record;
begin
    for r_execution in
        select e.partition_key, e.execution_id
        from ff_suspension as s
        inner join ff_exec_core as e
            on e.execution_id = s.execution_id and e.partition_key = s.partition_key
        where
            s.timeout_at >= v_head_at
            and s.timeout_at <= v_now
            and s.closed_at is null
            and (p_namespace is null or e.namespace = p_namespace)
        order by s.timeout_at
        limit p_limit
        for no key update of e skip locked
    loop
        perform _settle_candidate(r_execution.partition_key, r_execution.execution_id, v_now);
        v_count := v_count + 1;
    end loop;

    if p_proven_at is null or v_count >= p_limit or p_namespace is not null then
        return v_count;
    end if;
    -- what an open transaction holds is visited as a debt when it is free again
    insert into ff_debt (execution_id, partition_key)
    select s.execution_id, s.partition_key
    from ff_suspension as s
    where
        s.timeout_at >= v_head_at
        and s.timeout_at < least(p_proven_at, v_now) - v_patience
        and s.closed_at is null;
    select min(s.timeout_at)
    into v_least_at
    from ff_suspension as s
    where
        s.timeout_at >= greatest(v_head_at, least(p_proven_at, v_now) - v_patience)
        and s.closed_at is null;
    if least(p_proven_at, v_least_at) > v_head_at + v_patience then
        insert into ff_head (route_id, head_at) values (v_route_id, least(p_proven_at, v_least_at));
    end if;
    return v_count;
end;
$_fire_suspension_timeouts$;

comment on function _fire_suspension_timeouts is
'Applies the timeouts of suspensions that are due, also where nobody claims; answers how many.';
