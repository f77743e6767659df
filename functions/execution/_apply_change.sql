create or replace function _apply_change(p_execution_id uuid, p_change _change)
returns text
language plpgsql
as $_apply_change$
declare
    -- cannot raise ZF201, or wait: the row is locked already
    v_execution ff_exec_core := _lock_execution(p_execution_id);
    v_now timestamptz;
    v_is_finished boolean;
begin
    if p_change.verb = 'replay' and v_execution.flow_id is not null
        -- without waiting, unlike a call about one execution: this call holds others
        and not _try_lock_graph(v_execution)
    then
        return 'skipped';
    elsif p_change.verb = 'erase' and v_execution.flow_id is not null then
        -- with its last member, the texts of the flow are erased
        perform from ff_flow as f
        where f.flow_id = v_execution.flow_id
        for no key update skip locked;
        if not found then
            return 'skipped';
        end if;
    end if;
    if p_change.verb = 'erase' and not _try_lock_parent(v_execution) then
        return 'skipped';
    end if;
    v_now := _now_at_gate();
    if p_change.verb <> 'cancel' then
        v_execution := _settled_suspension(v_execution, v_now);
    end if;
    if not _is_applicable(v_execution, p_change, v_now) then
        return 'skipped';
    end if;
    case p_change.verb
        when 'cancel' then
            perform _cancel_locked(
                v_execution, v_now, p_change.reason, p_change.source, p_change.actor
            );
        when 'replay' then
            perform _replay_locked(
                v_execution, v_now, _audit(p_change.reason, p_change.actor)
            );
        when 'reschedule' then
            perform _reschedule_locked(
                v_execution, coalesce(p_change.run_at, _after_ms(v_now, p_change.delay_ms)), v_now,
                p_change.reason, p_change.actor
            );
        when 'erase' then
            v_is_finished := _erase_many_rows(p_execution_id, p_change.stop_at);
            perform _erase_locked(
                v_execution,
                case
                    when v_is_finished then p_change.kept_tags
                    -- the filter of the next call finds it by them
                    else array(select k.key from jsonb_object_keys(v_execution.tags) as k (key))
                end,
                v_now, p_change.reason, p_change.actor
            );
            if not v_is_finished then
                return 'unfinished';
            end if;
        else
            perform _reprioritise_locked(
                v_execution, p_change.priority, v_now, p_change.reason, p_change.actor
            );
    end case;
    return 'changed';
end;
$_apply_change$;

comment on function _apply_change is
'Changes one of the executions that a call for many has locked: changed, skipped, or unfinished when the time was too short for all of it.';
