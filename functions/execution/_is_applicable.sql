create or replace function _is_applicable(
    p_execution ff_exec_core,
    p_change _change,
    p_now timestamptz
)
returns boolean
language plpgsql
stable
as $_is_applicable$
begin
    return case p_change.verb
        when 'cancel' then p_execution.terminal_at is null
        -- cannot raise ZF202, ZF203, ZF204, ZF402: it only names them
        when 'replay' then (_replay_fault(p_execution)).symbol is null
        when 'reschedule' then p_execution.state <= 'resume_delay'
        when 'erase' then
            p_execution.terminal_at is not null
            and (
                not _is_erased(p_execution.tags)
                or _has_contents(p_execution, p_change.kept_tags)
            )
            and (
                p_execution.flow_id is null
                or not _is_awaited(p_execution.execution_id)
            )
            -- a parent that has not ended reads the results of its children
            and (p_execution.parent_id is null or not _is_kept_child(p_execution))
        -- change_priority: where it has this priority already, it keeps its place
        else
            p_change.priority is distinct from (
                select r.priority from ff_route as r where r.route_id = p_execution.route_id
            )
            and (
                _is_eligible(_effective_state(
                    p_execution.state, p_execution.claimable_at, p_execution.lease_expires_at,
                    p_now
                ))
                -- a claim refused it because of a limit, and the next claim may accept it
                or _is_in_line(p_execution)
            )
    end;
end;
$_is_applicable$;

comment on function _is_applicable is
'Does a verb apply to an execution as it is? The row may have changed since, unless it is locked.';
