create or replace function _try_lock_graph(p_execution ff_exec_core)
returns boolean
language plpgsql
as $_try_lock_graph$
declare
    v_join_ids uuid[];
    v_locked uuid[];
begin
    perform
    from ff_flow as f
    where f.flow_id = p_execution.flow_id and not f.is_going
    for no key update skip locked;
    if not found then
        return false;
    end if;
    -- its own join, and those that count its end; sessions that change the graph hold the flow
    v_join_ids := array(
        select g.downstream_id
        from ff_edge_group as g
        where g.downstream_id = p_execution.execution_id
        union
        select d.downstream_id
        from ff_edge as d
        where d.upstream_id = p_execution.execution_id and d.state <> 'pending'
    );
    v_locked := array(
        select g.downstream_id
        from ff_edge_group as g
        where g.downstream_id = any (v_join_ids)
        order by g.downstream_id
        for no key update skip locked
    );
    return cardinality(v_locked) = cardinality(v_join_ids);
end;
$_try_lock_graph$;

comment on function _try_lock_graph is
'Locks what a replay of a locked member changes in its flow: the flow and its joins. Does not wait: false when another session holds one of them.';
