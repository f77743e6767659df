create or replace function ff_apply_dependency_to_child(
    p_flow_id uuid,
    p_edge_id uuid,
    p_downstream_execution_id uuid default null,
    p_upstream_execution_id uuid default null
)
returns ff_applied_edge
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_apply_dependency_to_child$
declare
    v_edge ff_edge;
    v_execution ff_exec_core;
    v_group ff_edge_group;
    v_was_pending boolean;
begin
    if p_edge_id is null then
        perform _raise_null('p_edge_id');
    end if;
    perform _lock_open_flow(p_flow_id);
    v_edge := _check_edge(
        p_flow_id, p_edge_id, p_downstream_execution_id, p_upstream_execution_id
    );
    -- The downstream is locked only if it is free: a session that holds it may be waiting for the
    -- flow, to add to the graph or to replay the downstream. A running downstream is not locked:
    -- its holder must not wait for the caller's transaction, unless the caller locked it before.
    select e.*
    into v_execution
    from ff_exec_core as e
    where
        e.execution_id = v_edge.downstream_id
        and (e.state <> 'active' or pg_current_xact_id()::xid in (e.xmin, e.xmax))
    for no key update skip locked;
    select g.*
    into v_group
    from ff_edge_group as g
    where
        g.downstream_id = v_edge.downstream_id
    for no key update;
    update ff_edge as d set state = 'applied' where d.edge_id = p_edge_id and d.state = 'pending';
    v_was_pending := found;
    if v_was_pending then
        if v_group.state = 'pending' then
            update ff_edge_group as g
            set is_open = true
            where g.downstream_id = v_edge.downstream_id;
            if v_execution.execution_id is null then
                perform _add_flow_todo(
                    'settle',
                    array[v_edge.downstream_id],
                    1
                );
            else
                perform _block_child(v_execution);
            end if;
        end if;
        perform _resolve_if_over(array[v_edge.upstream_id]);
        -- makes a replay of the upstream conflict whose snapshot does not show that the edge counts
        -- an end of the upstream
        update ff_flow as f
        set updated_at = _now()
        where
            f.flow_id = p_flow_id
            and exists (
                select 1
                from ff_exec_core as e
                where e.execution_id = v_edge.upstream_id and e.terminal_at is not null
            );
        -- it has as many edges as it needs, but too many of them were lost before
        update ff_edge_group as g
        set state = 'impossible', decided_at = _now()
        where
            g.downstream_id = v_edge.downstream_id
            and g.state = 'pending'
            and _join_verdict(
                g.policy, g.required_count, g.total_count,
                g.satisfied_count, g.failed_count + g.skipped_count
            ) = 'impossible';
        if found then
            perform _settle_children(
                array[v_edge.downstream_id],
                _now_at_gate()
            );
        end if;
    end if;

    select d.* into v_edge from ff_edge as d where d.edge_id = p_edge_id;
    return (
        p_flow_id,
        p_edge_id,
        case when v_was_pending then 'applied' else 'already_applied' end,
        v_edge.state,
        (
            select g.total_count - g.satisfied_count - g.failed_count - g.skipped_count
            from ff_edge_group as g
            where
                g.downstream_id = v_edge.downstream_id
        ),
        _state_of(v_edge.downstream_id)
    )::ff_applied_edge;
end;
$ff_apply_dependency_to_child$;

comment on function ff_apply_dependency_to_child is
$$Applies a staged edge: the downstream waits for the upstream from now on.

The edge counts as it was staged; the execution ids, if given, must be those of the edge.

Effects: a downstream whose row another session locks is blocked later, when the row is free, unless it is claimed before. A downstream that is not running, suspended or ended becomes `waiting_children`; grants on it are void. A running or suspended one continues, also after a takeover, and waits when its lease or suspension ends: after `ff_wait_children`, a retry, a delay or a resumption. An upstream that has already ended resolves the edge at once, with all consequences: the downstream may be released or skipped in this same call.

Idempotent: yes; for an applied edge the call returns `already_applied`.

Locks: the flow and the join of the downstream, until the caller's transaction ends; also the downstream, and the upstream in `SHARE` mode, unless another session holds them or a worker runs them: the call then neither waits for them nor locks them.

Errors: ZF401 flow_not_found, ZF402 flow_already_terminal, ZF409 edge_not_found; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select outcome, edge_state, public_state
from flowfabric.ff_apply_dependency_to_child(
    '0192f0a0-2222-7222-8222-123456789012', '0192f0a0-4444-7444-8444-123456789012'
);
```
$$;
