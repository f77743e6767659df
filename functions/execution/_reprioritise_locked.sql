create or replace function _reprioritise_locked(
    p_execution ff_exec_core,
    p_priority integer,
    p_now timestamptz,
    p_reason text,
    p_actor text
)
returns integer
language plpgsql
as $_reprioritise_locked$
declare
    v_route ff_route;
begin
    select r.* into v_route from ff_route as r where r.route_id = p_execution.route_id;
    if v_route.priority <> p_priority then
        update ff_exec_core as e
        set
            route_id = _route_for(
                v_route.lane_id, v_route.required_capabilities, p_priority
            ),
            -- another route has another head: the execution becomes claimable there now, or when
            -- its grant lapses
            claimable_at = greatest(
                coalesce(_reserved_until(p_execution, p_now), p_now),
                case when _is_refused(e.state) then e.claimable_at end
            ),
            updated_at = p_now
        where e.execution_id = p_execution.execution_id;
        if _is_refused(p_execution.state) then
            perform _change_line(p_execution, p_priority, p_now);
        end if;
        perform _record_event('priority_changed', p_execution, p_now, p_audit =>
            _audit(p_reason, p_actor) || jsonb_build_object(
                'old_priority', v_route.priority, 'new_priority', p_priority
            ));
    end if;
    return v_route.priority;
end;
$_reprioritise_locked$;

comment on function _reprioritise_locked is
'Gives a locked execution that waits for a worker another priority; returns the one that it had.';
