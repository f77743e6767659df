create or replace function _lock_flow(p_flow_id uuid)
returns ff_flow
language plpgsql
as $_lock_flow$
declare
    v_flow ff_flow;
begin
    select f.* into v_flow from ff_flow as f where f.flow_id = p_flow_id for no key update;
    if not found or v_flow.is_going then
        perform _raise('flow_not_found', jsonb_build_object('flow_id', p_flow_id));
    end if;
    return v_flow;
end;
$_lock_flow$;

comment on function _lock_flow is
'Locks the row of a flow. Calls that change its graph wait for each other here; calls of lease holders do not take this lock. Refuses a flow that retention has begun to remove.';
