create or replace function _leave_lifted_limits(
    p_lane_id text,
    p_after_execution_id uuid,
    p_limit integer
)
returns integer
language plpgsql
as $_leave_lifted_limits$
declare
    v_rules constant jsonb := _lane_rules(p_lane_id);
    v_next_id uuid;
    v_keys uuid[] := array[]::uuid[];
    v_seen_count integer := 0;
    v_is_locked boolean := false;
    v_execution ff_exec_core;
    r_wait record;
begin
    for r_wait in
        select
            w.execution_id, w.limit_id, w.limit_key, w.limit_kind,
            r.lane_id = p_lane_id as is_of_lane
        from ff_admission_wait as w
        inner join ff_exec_core as e
            on e.execution_id = w.execution_id
        inner join ff_route as r on r.route_id = e.route_id
        where w.execution_id > coalesce(
            p_after_execution_id, '00000000-0000-0000-0000-000000000000'
        )
        order by w.execution_id
        limit p_limit
    loop
        v_seen_count := v_seen_count + 1;
        v_next_id := r_wait.execution_id;
        continue when not r_wait.is_of_lane;
        select e.*
        into v_execution
        from ff_exec_core as e
        where e.execution_id = r_wait.execution_id
        for no key update skip locked;
        if not found then
            v_is_locked := true;
            continue;
        end if;
        continue when not (_is_refused(v_execution.state) or _is_active(v_execution.state));
        continue when case r_wait.limit_kind
            when 'budget' then r_wait.limit_id = any (_budgets_of(v_execution, v_rules))
            else exists (
                select 1
                from _buckets_of(v_execution, v_rules) as b
                where
                    b.quota_policy_id = r_wait.limit_id
                    and b.quota_key = r_wait.limit_key
            )
        end;
        v_keys := v_keys || r_wait.execution_id;
    end loop;
    for r_wait in
        with gone as (
            delete from ff_admission_wait as w
            using unnest(v_keys) as k (execution_id)
            where w.execution_id = k.execution_id
            returning w.limit_id, w.limit_key, w.limit_kind
        )
        select g.limit_id, g.limit_key, g.limit_kind, count(*) as gone_count
        from gone as g
        group by g.limit_id, g.limit_key, g.limit_kind
        order by g.limit_id, g.limit_key collate "C", g.limit_kind
    loop
        -- other lanes may have rows in the same line
        insert into ff_limit_todo (limit_id, limit_key, limit_kind, wake_count)
        values (r_wait.limit_id, r_wait.limit_key, r_wait.limit_kind, r_wait.gone_count);
    end loop;
    perform _let_look(v_keys, array_fill('-infinity'::timestamptz, array[cardinality(v_keys)]));
    if v_seen_count = p_limit then
        insert into ff_limit_todo (kind, lane_id, after_execution_id)
        values ('lane', p_lane_id, v_next_id);
    end if;
    if v_is_locked then
        -- from here once more; the first row has no row before it
        insert into ff_limit_todo (kind, lane_id, after_execution_id)
        values (
            'lane', p_lane_id,
            coalesce(p_after_execution_id, '00000000-0000-0000-0000-000000000000')
        );
    end if;
    return cardinality(v_keys);
end;
$_leave_lifted_limits$;

comment on function _leave_lifted_limits is
'Takes executions of a lane out of the lines of limits that no longer limit them, so that claims look at them at once. It looks at p_limit waiting rows and leaves a todo for the others. Returns how many executions left.';
