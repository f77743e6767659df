create or replace function ff_add_execution_to_flow(
    p_flow_id uuid,
    p_execution_id uuid
)
returns ff_added_member
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_add_execution_to_flow$
declare
    v_execution ff_exec_core;
    v_now timestamptz;
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_open_flow(p_flow_id);
    perform _check_execution(p_execution_id, 'submit');
    perform _check_new_lane_of(p_flow_id, r.lane_id)
    from ff_exec_core as e
    inner join ff_route as r on r.route_id = e.route_id
    where e.execution_id = p_execution_id;
    -- first the execution, as a holder that adds to its flow
    v_execution := _lock_execution(p_execution_id);
    -- either a session that cancels the flow sees this member, or this call sees the cancellation
    perform _lock_open_flow(p_flow_id);
    v_now := _now();
    if v_execution.flow_id <> p_flow_id then
        perform _raise('already_member_of_different_flow', jsonb_build_object(
            'execution_id', p_execution_id, 'flow_id', v_execution.flow_id
        ));
    end if;
    if v_execution.flow_id is null then
        update ff_exec_core as e
        set flow_id = p_flow_id, updated_at = v_now
        where e.execution_id = p_execution_id;
        -- makes a call conflict that decides about the graph with an older snapshot
        update ff_flow as f set updated_at = v_now where f.flow_id = p_flow_id;
        insert into ff_flow_member (flow_id, execution_id, added_at)
        values (p_flow_id, p_execution_id, v_now);
    end if;
    return (
        p_flow_id,
        p_execution_id,
        case when v_execution.flow_id is null then 'added' else 'already_member' end,
        (select count(*) from ff_flow_member as m where m.flow_id = p_flow_id),
        _graph_revision(p_flow_id)
    )::ff_added_member;
end;
$ff_add_execution_to_flow$;

comment on function ff_add_execution_to_flow is
$$Makes an execution that exists a member of a flow. With `p_flow_id`, `ff_create_execution` does both at once.

Effects: the execution belongs to the flow for good; `node_count` and `graph_revision` grow by one.

Idempotent: yes; for a member the call returns `already_member`.

Locks: the flow and the execution, until the caller's transaction ends.

Errors: ZF201 execution_not_found, ZF401 flow_not_found, ZF402 flow_already_terminal, ZF403 already_member_of_different_flow; ZF801 not_authorised in a restricted lane, or when the member would close the flow to the role that made it; 22004 for arguments.

Example:
```sql
select outcome, node_count
from flowfabric.ff_add_execution_to_flow(
    '0192f0a0-2222-7222-8222-123456789012', '0192f0a0-1111-7111-8111-123456789012'
);
```
$$;
