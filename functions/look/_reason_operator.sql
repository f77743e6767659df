create or replace function _reason_operator(p_execution ff_exec_core)
returns _gate
language plpgsql
stable
as $_reason_operator$
declare
    v_is_blocked constant boolean := _is_blocked(p_execution.state)
        and not _is_in_line(p_execution);
    v_blocked ff_operator_event;
begin
    if v_is_blocked then
        select o.*
        into v_blocked
        from ff_operator_event as o
        where o.execution_id = p_execution.execution_id and o.kind = 'blocked'
        order by o.event_id desc
        limit 1;
    end if;
    return (
        'operator',
        not v_is_blocked,
        case
            when v_is_blocked then (
                select v.blocking_reason::text
                from ff_state_vector as v
                where v.state = p_execution.state
            )
            else 'free'
        end,
        jsonb_strip_nulls(jsonb_build_object(
            'blocked_at', v_blocked.occurred_at,
            'role', v_blocked.details -> 'role',
            'actor', v_blocked.details -> 'actor',
            'reason', v_blocked.details -> 'reason'
        )),
        case when v_is_blocked then 'ff_unblock_execution' end,
        null
    )::_gate;
end;
$_reason_operator$;

comment on function _reason_operator is
'Has an operator, or a scheduler, blocked the execution, for whatever reason? Part of ff_explain.';
