create or replace function _replay_fault(p_execution ff_exec_core)
returns _fault
language plpgsql
stable
as $_replay_fault$
declare
    v_upstream_id uuid;
begin
    if p_execution.terminal_at is null then
        return ('execution_not_terminal', jsonb_build_object(
            'public_state', _public_state(p_execution.state)
        ))::_fault;
    elsif p_execution.replay_count
        >= coalesce((p_execution.policy ->> 'max_replay_count')::numeric, 10)
    then
        return ('max_replays_exhausted', jsonb_build_object(
            'replay_count', p_execution.replay_count
        ))::_fault;
    elsif _is_erased(p_execution.tags) then
        return ('execution_not_eligible', '{"is_erased": true}')::_fault;
    elsif p_execution.flow_id is null then
        return null;
    elsif _is_flow_cancelled(p_execution.flow_id) then
        return ('flow_already_terminal', jsonb_build_object(
            'flow_id', p_execution.flow_id
        ))::_fault;
    end if;
    v_upstream_id := _exhausted_upstream(p_execution.execution_id);
    return (
        select (
            'max_replays_exhausted',
            jsonb_build_object(
                'replay_count', p_execution.replay_count,
                'upstream_execution_id', e.execution_id,
                'upstream_replay_count', e.replay_count
            )
        )::_fault
        from ff_exec_core as e
        where e.execution_id = v_upstream_id
    );
end;
$_replay_fault$;

comment on function _replay_fault is
'Why an execution cannot be replayed; null: it can. The flow of a member must be locked.';
