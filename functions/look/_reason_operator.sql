create or replace function _reason_operator(p_execution ff_exec_core)
returns _gate
language plpgsql
immutable
as $_reason_operator$
declare
    v_is_blocked constant boolean :=
        p_execution.state between 'operator_first' and 'operator_resume';
begin
    return (
        'operator',
        not v_is_blocked,
        case when v_is_blocked then 'paused_by_operator' else 'free' end,
        '{}',
        case when v_is_blocked then 'an operator' end,
        null
    )::_gate;
end;
$_reason_operator$;

comment on function _reason_operator is
'Has an operator blocked the execution? Part of ff_explain.';
