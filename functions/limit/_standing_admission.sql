create or replace function _standing_admission(
    p_policy ff_quota_policy,
    p_quota_key text,
    p_execution_id uuid,
    p_execution ff_exec_core
)
returns ff_admission
language plpgsql
as $_standing_admission$
declare
    v_now constant timestamptz := _now();
    v_bucket constant _bucket := (
        p_policy.quota_policy_id, p_quota_key, true,
        p_policy.window_ms, p_policy.max_per_window, p_policy.max_concurrent
    );
    v_number integer;
    v_rate_number integer;
begin
    if exists (
        select 1
        from ff_quota_token as t
        where
            t.execution_id = p_execution_id
            and (t.quota_policy_id, t.quota_key, t.kind) is not distinct from (
                p_policy.quota_policy_id,
                p_quota_key,
                case when p_policy.max_concurrent > 0 then 'slot' else 'rate' end
                ::ff_quota_token_kind
            )
            and t.free_at > v_now
    ) then
        return ('already_admitted', null)::ff_admission;
    end if;
    if p_policy.max_per_window > 0 then
        v_rate_number := _lock_token(v_bucket, 'rate', p_execution_id, null, v_now, true);
        if v_rate_number is null then
            perform nextval('ff_quota_rate_hits');
            return (
                'rate_exceeded', _retry_after_ms(p_policy, p_quota_key, 'rate', v_now)
            )::ff_admission;
        end if;
    end if;
    if p_policy.max_concurrent > 0 then
        v_number := _lock_token(v_bucket, 'slot', p_execution_id, null, v_now, true);
        if v_number is null then
            perform nextval('ff_quota_slot_hits');
            return (
                'concurrency_exceeded', _retry_after_ms(p_policy, p_quota_key, 'slot', v_now)
            )::ff_admission;
        end if;
        perform _take_token(v_bucket, 'slot', v_number, p_execution_id, null, 'infinity', v_now);
    end if;
    if v_rate_number is not null then
        -- held until a claim takes it along; an execution of another database begins now
        perform _take_token(
            v_bucket, 'rate', v_rate_number, p_execution_id, null, 'infinity', v_now,
            p_execution.execution_id is not null
        );
    end if;
    if p_execution.execution_id is not null then
        -- Its end, or that of its lease, gives the slot back. Written in any case: the same call in
        -- an older snapshot, which does not show the tokens, conflicts with this.
        update ff_exec_core as e
        set is_limited = true
        where e.execution_id = p_execution_id;
    end if;
    return ('admitted', null)::ff_admission;
end;
$_standing_admission$;

comment on function _standing_admission is
'Admits an execution until its admission is given back, or says why not.';
