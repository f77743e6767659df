create or replace function _reason_quota(
    p_execution ff_exec_core,
    p_limits _limits,
    p_now timestamptz
)
returns _gate
language plpgsql
stable
as $_reason_quota$
declare
    v_is_put_off constant boolean := p_execution.state between 'quota_first' and 'quota_resume'
        and p_execution.claimable_at > p_now
        and _is_in_line(p_execution);
    v_is_short boolean;
    r_short record;
begin
    select
        s.p_kind as kind,
        s.p_quota_policy_id as quota_policy_id,
        s.p_quota_key as quota_key,
        s.p_free_at as free_at
    into r_short
    from _quota_shortage(p_execution, p_limits, p_now) as s;
    v_is_short := r_short.kind is not null;
    return (
        'quota',
        not v_is_short and not v_is_put_off,
        case
            when v_is_short and r_short.kind = 'slot' then 'concurrency_limit'
            when v_is_short then 'rate_limit'
            when v_is_put_off then 'waiting_for_quota'
            else 'free'
        end,
        jsonb_strip_nulls(jsonb_build_object(
            'quota_policy_id', r_short.quota_policy_id, 'quota_key', r_short.quota_key
        )),
        case
            when v_is_short and not isfinite(r_short.free_at) then 'ff_release_admission'
            when v_is_short or v_is_put_off
                then 'a release, or time; claims look again by themselves'
        end,
        -- a standing admission does not end by itself
        case
            when v_is_short and not isfinite(r_short.free_at) then null
            else greatest(
                r_short.free_at, case when v_is_put_off then p_execution.claimable_at end
            )
        end
    )::_gate;
end;
$_reason_quota$;

comment on function _reason_quota is
'Do quota policies hold the execution back? changes_at is the latest time: a slot may be given back before its lease would lapse. Part of ff_explain.';
