create or replace function _lock_unsettled(p_children uuid[], p_is_todo boolean)
returns integer[]
language plpgsql
as $_lock_unsettled$
begin
    return array(
        select k.item::integer
        from unnest(p_children) with ordinality as k (execution_id, item)
        inner join ff_exec_core as e
            on e.execution_id = k.execution_id
        inner join ff_edge_group as g
            on g.downstream_id = k.execution_id
        where
            _is_unsettled(g, e.state)
            -- a holder must not wait for the caller's transaction
            and (
                p_is_todo
                or e.state < 'active'
                or (
                    g.state = 'impossible'
                    and _ends_with_flow(
                        (
                            select f.cancellation_policy
                            from ff_flow as f
                            where f.flow_id = g.flow_id
                        ),
                        e.state
                    )
                )
            )
        -- both rows, because a join changes with its execution; locked rows are skipped
        for no key update of e, g skip locked
    );
end;
$_lock_unsettled$;

comment on function _lock_unsettled is
'Locks the executions, with their joins, whose state does not follow their join yet, unless another session holds them. Returns their places in the array. An execution that a worker holds is locked only for a todo, or if its flow ends it.';
