create or replace function _resolve_dependents(
    p_upstreams uuid[],
    p_limit integer default null,
    p_try_count integer default 0,
    p_stop_at timestamptz default null
)
returns integer
language plpgsql
set plan_cache_mode = force_generic_plan
as $_resolve_dependents$
declare
    -- a caller that ends many executions at once may resolve as many
    v_limit constant integer := coalesce(p_limit, greatest(100, cardinality(p_upstreams)));
    v_stop_at constant timestamptz := coalesce(p_stop_at, _now() + _ride_along_time());
    v_locked uuid[];
    v_now timestamptz;
    v_decided uuid[];
    v_resolved_count integer := 0;
    v_left uuid[];
    v_given_up uuid[];
begin
    if current_setting('transaction_isolation') <> 'read committed' then
        -- an older snapshot does not show edges that other sessions resolved or added meanwhile
        perform _add_flow_todo('resolve', p_upstreams);
        return 0;
    end if;
    -- It never waits for a join: the transaction that holds it may stay open for long, and may
    -- need rows that this one holds.
    v_locked := array(
        select d.edge_id
        from unnest(p_upstreams) as u (execution_id)
        inner join ff_exec_core as e
            on e.execution_id = u.execution_id
        inner join ff_edge as d
            on d.upstream_id = e.execution_id
        inner join ff_edge_group as g
            on g.downstream_id = d.downstream_id
        where
            d.state = 'applied'
            and e.terminal_at is not null
            and e.replay_count >= d.awaited_replay_count
        limit v_limit
        for no key update of g skip locked
    );
    if v_locked <> '{}' then
        v_now := _now_at_gate();
        select r.p_decided, r.p_resolved_count
        into v_decided, v_resolved_count
        from _resolve_edges(v_locked, v_now) as r;
    end if;
    if v_decided is not null then
        perform _settle_children(
            v_decided, v_now, v_limit, p_try_count, p_stop_at => v_stop_at
        );
    end if;
    -- another session holds a join, or there are too many edges for one transaction
    select
        array_agg(u.execution_id) filter (
            where exists (
                select 1
                from ff_exec_core as e
                inner join ff_edge as d
                    on d.upstream_id = e.execution_id
                where
                    e.execution_id = u.execution_id
                    and e.terminal_at is not null
                    and d.state = 'applied'
                    and e.replay_count >= d.awaited_replay_count
            )
        ),
        -- it ended while its own join was pending: the join does not need its upstreams any more
        array_agg(u.execution_id) filter (
            where exists (
                select 1
                from ff_edge_group as g
                where
                    g.downstream_id = u.execution_id
                    and g.state = 'pending'
                    and g.satisfied_count + g.failed_count + g.skipped_count < g.total_count
            )
        )
    into v_left, v_given_up
    from unnest(p_upstreams) as u (execution_id);
    if v_given_up is not null then
        perform _cancel_losers(v_given_up, v_limit, p_try_count, v_stop_at);
    end if;
    if v_left is not null then
        perform _add_flow_todo(
            'resolve',
            v_left,
            case when cardinality(v_locked) < v_limit then p_try_count else 0 end
        );
    end if;
    return v_resolved_count;
end;
$_resolve_dependents$;

comment on function _resolve_dependents is
'Advances the graph by one level: resolves the edges of executions that ended, and settles the executions behind them. Leaves a todo for work that it cannot do at once. Never waits for another session. Returns how many edges it resolved.';
