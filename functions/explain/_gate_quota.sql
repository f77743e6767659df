create or replace function _gate_quota(p_execution ff_exec_core, p_now timestamptz)
returns _gate
language plpgsql
immutable
as $_gate_quota$
declare
    v_is_blocked constant boolean := p_execution.state between 'quota_first' and 'quota_resume'
        and coalesce(p_execution.claimable_at > p_now, true);
begin
    return (
        'quota',
        not v_is_blocked,
        case when v_is_blocked then 'waiting_for_quota' else 'free' end,
        '{}',
        case when v_is_blocked then 'a release or a reset; claims look again by themselves' end,
        case when v_is_blocked then p_execution.claimable_at end
    )::_gate;
end;
$_gate_quota$;

comment on function _gate_quota is
'Does a quota keep it back? When its time to look again has come, the claim decides. Part of ff_explain.';
