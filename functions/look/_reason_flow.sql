create or replace function _reason_flow(p_execution ff_exec_core)
returns _gate
language plpgsql
stable
as $_reason_flow$
declare
    v_is_open constant boolean := p_execution.terminal_at is not null
        or not (
            _is_flow_cancelled(p_execution.flow_id)
            or p_execution.state between 'flow_first' and 'flow_resume'
        );
    v_flow ff_flow;
begin
    select f.* into v_flow from ff_flow as f where f.flow_id = p_execution.flow_id;
    return (
        'flow',
        v_is_open,
        case
            when p_execution.flow_id is null then 'none'
            when v_flow.cancelled_at is null then 'open'
            else 'cancelled'
        end,
        jsonb_strip_nulls(jsonb_build_object(
            'flow_id', p_execution.flow_id,
            'cancelled_at', v_flow.cancelled_at,
            'cancellation_policy', v_flow.cancellation_policy,
            'cancel_reason', v_flow.cancel_reason
        )),
        case
            when v_is_open then null
            when v_flow.cancellation_policy = 'cancel_flow_only'
                then 'nothing: the flow was cancelled, and its members stay paused'
            else 'the next claim or tick, which cancels it'
        end,
        null
    )::_gate;
end;
$_reason_flow$;

comment on function _reason_flow is
'Was the flow of the execution cancelled? Part of ff_explain.';
