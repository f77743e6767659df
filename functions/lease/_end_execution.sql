create or replace function _end_execution(
    p_execution ff_exec_core,
    p_outcome ff_terminal_outcome,
    p_now timestamptz,
    p_failure_reason text default null,
    p_failure_category text default null,
    p_failure_detail jsonb default null,
    p_lease_ended_by ff_lease_end default null,
    p_audit jsonb default null,
    p_is_cascade boolean default false,
    p_output jsonb default null,
    p_result bytea default null
)
returns void
language plpgsql
as $_end_execution$
declare
    v_state constant ff_state := (
        case
            when p_outcome = 'success' then 'completed'
            when p_execution.attempt_index is null
                and p_outcome in ('cancelled', 'expired', 'skipped')
                then p_outcome::text || '_unstarted'
            else p_outcome::text
        end
    )::ff_state;
begin
    if _is_suspended(p_execution.state) then
        perform _close_suspension(
            p_execution, p_now,
            case p_outcome when 'cancelled' then 'cancelled' else p_failure_reason end
        );
    end if;
    update ff_exec_core as e
    set
        state = v_state,
        claimable_at = null,
        terminal_at = p_now,
        updated_at = p_now,
        -- A lease that had ended before keeps the reason of its end. A live lease may be noted as
        -- lapsed, when the clock was set back: its holder completes the execution all the same.
        lease_ended_at = case
            when e.lease_id is null then null
            when p_outcome = 'success' then p_now
            else coalesce(e.lease_ended_at, p_now)
        end,
        lease_ended_by = case
            when e.lease_id is null then null
            when p_outcome = 'success' then p_lease_ended_by
            else coalesce(e.lease_ended_by, p_lease_ended_by)
        end,
        output = p_output,
        result = p_result,
        failure_reason = p_failure_reason,
        failure_category = p_failure_category,
        failure_detail = p_failure_detail
    where e.execution_id = p_execution.execution_id;
    if p_outcome <> 'success' then
        insert into ff_unsuccessful (execution_id) values (p_execution.execution_id);
        -- an execution that completes has a live lease, and so no grant
        perform _void_grants(p_execution);
        perform _forget_lapse(p_execution);
    end if;
    perform _record_event('completed', p_execution, p_now, p_outcome, p_audit => p_audit);
    if p_execution.is_counted then
        perform _end_counted_work(array[p_execution.execution_id]);
    end if;
    if p_execution.is_parent
        or num_nonnulls(p_execution.parent_id, p_execution.policy) > 0
        -- sessions wait for results; null or past while no session waits
        or pg_sequence_last_value('ff_end_bell_until'::regclass) > date_part('epoch', p_now)
    then
        perform _end_family(p_execution, p_outcome);
    end if;
    if p_execution.flow_id is not null then
        perform _end_member(
            p_execution.execution_id, p_is_cascade
        );
    end if;
end;
$_end_execution$;

comment on function _end_execution is
'Ends a locked execution and writes its one completion event. (ff_complete and the batch calls have faster bodies of their own.)';
