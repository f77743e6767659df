create or replace function _resolve_dependents(
    p_upstreams _execution_key[],
    p_limit integer default 100,
    p_try_count integer default 0
)
returns integer
language plpgsql
set plan_cache_mode = force_generic_plan
as $_resolve_dependents$
declare
    v_open uuid[];
    v_locked uuid[];
    v_now timestamptz;
    v_decided _execution_key[];
    v_resolved_count integer;
begin
    if current_setting('transaction_isolation') <> 'read committed' then
        -- an older snapshot shows neither what others resolved nor the edges they added
        perform _owe('resolve', p_upstreams);
        return 0;
    end if;
    v_open := array(
        select d.edge_id
        from unnest(p_upstreams) as u (partition_key, execution_id)
        inner join ff_exec_core as e
            on e.execution_id = u.execution_id and e.partition_key = u.partition_key
        inner join ff_edge as d
            on d.upstream_id = e.execution_id and d.upstream_partition = e.partition_key
        where
            d.state = 'applied'
            and e.terminal_at is not null
            and e.replay_count >= d.awaited_replay_count
        limit p_limit + 1
    );
    if v_open = '{}' then
        return 0;
    end if;
    -- A join is never waited for: its holder may stay open for long, and may want what is ours.
    v_locked := array(
        select d.edge_id
        from ff_edge as d
        inner join ff_edge_group as g
            on g.downstream_id = d.downstream_id
            and g.downstream_partition = d.downstream_partition
        where d.edge_id = any (v_open[:p_limit])
        for no key update of g skip locked
    );
    v_now := _announce();
    select r.p_decided, r.p_resolved_count
    into v_decided, v_resolved_count
    from _resolve_edges(v_locked, v_now) as r;
    if v_decided is not null then
        perform _settle_children(v_decided, v_now, p_limit, p_try_count);
    end if;
    if v_resolved_count < cardinality(v_open) then
        -- somebody holds a join, or it is more than one transaction should do
        perform _owe(
            'resolve',
            array(
                select u
                from unnest(p_upstreams) as u
                where exists (
                    select 1
                    from ff_edge as d
                    where
                        d.upstream_id = (u).execution_id
                        and d.upstream_partition = (u).partition_key
                        and d.state = 'applied'
                )
            ),
            case when cardinality(v_open) > p_limit then 0 else p_try_count end
        );
    end if;
    return v_resolved_count;
end;
$_resolve_dependents$;

comment on function _resolve_dependents is
'Advances the graph by one level: resolves the edges of executions that ended, and does what follows for those that wait for them; what it cannot do at once it leaves as a debt. Waits for nobody. Answers how many edges it resolved.';
