create or replace function _replay_locked(
    p_execution ff_exec_core,
    p_now timestamptz,
    p_audit jsonb
)
returns void
language plpgsql
as $_replay_locked$
declare
    v_execution_id constant uuid := p_execution.execution_id;
    v_opened_count integer := 0;
begin
    perform _start_over(p_execution, p_now);
    if p_execution.flow_id is not null then
        -- makes a call conflict that decides about the graph with an older snapshot
        update ff_flow as f set updated_at = p_now where f.flow_id = p_execution.flow_id;
        v_opened_count := _take_back_ends(v_execution_id, p_execution.replay_count + 1);
        v_opened_count := v_opened_count + _reopen_join(v_execution_id);
    end if;
    perform _record_event(
        'replayed', p_execution, p_now,
        p_audit => p_audit || jsonb_build_object(
            'branch', case
                when _public_state(p_execution.state) = 'skipped'
                    then 'skipped_flow_member'
                else 'normal'
            end,
            'groups_reset', v_opened_count,
            -- the row forgets it
            'ended', _described_end(p_execution) || jsonb_build_object(
                'failure_category', p_execution.failure_category,
                'terminal_at', p_execution.terminal_at,
                'attempt_index', p_execution.attempt_index
            )
        )
    );
end;
$_replay_locked$;

comment on function _replay_locked is
'Starts a locked execution again that has ended and may be replayed; the flow of a member must be locked, too.';
