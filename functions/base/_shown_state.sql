create or replace function _shown_state(p_execution ff_exec_core, p_now timestamptz)
returns ff_state
language plpgsql
stable
as $_shown_state$
declare
    v_state constant ff_state := _effective_state(
        p_execution.state, p_execution.claimable_at, p_execution.lease_expires_at, p_now
    );
    v_blocking_reason text;
begin
    if not _is_eligible(v_state) then
        return v_state;
    end if;
    v_blocking_reason := case
        when _is_flow_cancelled(p_execution.flow_id) then 'paused_by_flow_cancel'
        when exists (
            select 1
            from ff_route as r
            where r.route_id = p_execution.route_id and _lane_closed_as(r.lane_id) is not null
        ) then 'paused_by_policy'
        else 'waiting_for_worker'
    end;
    return (
        select s.state
        from ff_state_vector as v
        inner join ff_state_vector as s on s.attempt_state = v.attempt_state
        where v.state = v_state and s.blocking_reason::text = v_blocking_reason
        -- not that of an active execution whose lease has lapsed
        order by s.state = v_state desc, s.lifecycle_phase
        limit 1
    );
end;
$_shown_state$;

comment on function _shown_state is
'The state at p_now as readers see it: an execution that would wait for a worker is blocked when its flow was cancelled, or its lane is paused or disabled.';
