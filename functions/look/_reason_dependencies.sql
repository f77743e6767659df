create or replace function _reason_dependencies(p_execution ff_exec_core, p_now timestamptz)
returns _gate
language plpgsql
stable
as $_reason_dependencies$
declare
    v_is_blocked constant boolean :=
        p_execution.state between 'children_first' and 'children_resume';
    v_join ff_edge_group;
    v_blockers jsonb;
    v_due_at timestamptz;
begin
    if p_execution.state = 'children_resume'
        and exists (select 1 from _awaited_steps(p_execution) as s)
    then
        return _reason_children(p_execution, p_now);
    end if;
    select g.*
    into v_join
    from ff_edge_group as g
    where g.downstream_id = p_execution.execution_id;
    if v_is_blocked then
        v_blockers := _blockers(p_execution.execution_id, p_now);
        v_due_at := (
            select min(d.due_at)
            from ff_flow_todo as d
            where
                d.execution_id = p_execution.execution_id
        );
    end if;
    return (
        'dependencies',
        not v_is_blocked,
        case
            when v_is_blocked and v_join.state <> 'pending' then 'decided'
            when v_is_blocked then 'waiting_for_children'
            when v_join.state is null then 'none'
            else v_join.state::text
        end,
        jsonb_strip_nulls(jsonb_build_object(
            'policy', v_join.policy,
            'k', v_join.required_count,
            'total_deps', v_join.total_count,
            'satisfied_count', v_join.satisfied_count,
            'failed_count', v_join.failed_count,
            'skipped_count', v_join.skipped_count,
            'blockers', v_blockers
        )),
        case
            when not v_is_blocked then null
            when v_join.state <> 'pending' then 'the next claim or tick, which releases or ends it'
            else 'the end of its blockers'
        end,
        v_due_at
    )::_gate;
end;
$_reason_dependencies$;

comment on function _reason_dependencies is
'Are the dependencies settled, and if not, which executions does this one wait for? Part of ff_explain.';
