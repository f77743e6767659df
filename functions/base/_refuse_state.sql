create or replace function _refuse_state(
    p_symbol text,
    p_execution ff_exec_core,
    p_now timestamptz,
    p_lane_state text default null,
    p_hint text default null
)
returns void
language plpgsql
stable
as $_refuse_state$
declare
    v_is_flow_cancelled constant boolean := _is_flow_cancelled(p_execution.flow_id);
    v_vector ff_state_vector;
begin
    select v.*
    into v_vector
    from ff_state_vector as v
    where
        v.state = _shown_state(p_execution, p_now);
    perform _raise(
        p_symbol,
        jsonb_strip_nulls(jsonb_build_object(
            'execution_id', p_execution.execution_id,
            'public_state', v_vector.public_state,
            'blocking_reason', nullif(v_vector.blocking_reason, 'none'),
            'deadline_at', p_execution.deadline_at,
            'lane_state', p_lane_state,
            'flow_state', case when v_is_flow_cancelled then 'cancelled' end
        )),
        coalesce(p_hint, case
            when v_vector.lifecycle_phase = 'terminal' then format(
                'It has ended (%s); ff_replay_execution starts it again.', v_vector.public_state
            )
            when p_execution.deadline_at <= p_now
                then 'Its deadline has passed; the next claim or tick ends it.'
            when v_is_flow_cancelled then 'Its flow was cancelled, and no claim takes its members.'
            when _is_blocked(p_execution.state) then format(
                'It is blocked (%s); ff_unblock_execution lets it be claimed again.',
                v_vector.blocking_reason
            )
            when p_lane_state is not null then format(
                'Its lane is %s; ff_set_lane_state opens the lane.', p_lane_state
            )
            when v_vector.eligibility_state <> 'eligible_now' and v_vector.blocking_reason <> 'none'
                then format('It is %s (%s).', v_vector.public_state, v_vector.blocking_reason)
        end)
    );
end;
$_refuse_state$;

comment on function _refuse_state is
'Raises that the state of an execution does not allow a call: the detail gives the state and the blocking reason, the hint the call that changes it.';
