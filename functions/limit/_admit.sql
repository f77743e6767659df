create or replace function _admit(
    p_execution ff_exec_core,
    p_limits _limits,
    p_until timestamptz,
    p_now timestamptz,
    p_is_promise boolean default false
)
returns _refusal
language plpgsql
as $_admit$
declare
    v_execution_id constant uuid := p_execution.execution_id;
    v_refusal constant _refusal := _budget_refusal(p_execution, p_limits, p_now);
    v_buckets _bucket[] := array[]::_bucket[];
    v_kinds ff_quota_token_kind[] := array[]::ff_quota_token_kind[];
    v_numbers integer[] := array[]::integer[];
    v_number integer;
    v_may_look boolean;
    r_need record;
begin
    if v_refusal.reason is not null then
        return v_refusal;
    end if;
    -- all tokens are locked first, and taken only if each bucket has one
    for r_need in
        select b as bucket, k.kind
        from unnest(p_limits.buckets) as b
        cross join unnest(enum_range(null::ff_quota_token_kind)) as k (kind)
        where _needs_token(k.kind, b, p_execution.state)
    loop
        v_number := _lock_token(
            r_need.bucket, r_need.kind, v_execution_id, p_execution.lease_epoch + 1, p_now,
            p_candidate => p_execution, p_priority => p_limits.priority
        );
        if coalesce(v_number, 0) = 0 then
            v_may_look := _share_limit_lock(
                (r_need.bucket).quota_policy_id, (r_need.bucket).quota_key
            );
            if v_may_look then
                v_number := _lock_token(
                    r_need.bucket, r_need.kind, v_execution_id, p_execution.lease_epoch + 1, p_now,
                    p_candidate => p_execution, p_priority => p_limits.priority
                );
            end if;
        end if;
        if v_number is null and r_need.kind = 'slot' and _is_just_freed(r_need.bucket, p_now) then
            return (
                'moment', (r_need.bucket).quota_policy_id, (r_need.bucket).quota_key,
                (r_need.bucket).is_own, false, _now(), false
            )::_refusal;
        end if;
        if coalesce(v_number, 0) = 0 then
            return (
                r_need.kind,
                (r_need.bucket).quota_policy_id,
                (r_need.bucket).quota_key,
                (r_need.bucket).is_own,
                not v_may_look,
                _look_again_at(
                    r_need.bucket,
                    r_need.kind,
                    _place_in_line(
                        p_execution, p_limits.priority, (r_need.bucket).quota_policy_id,
                        (r_need.bucket).quota_key, r_need.kind::text::ff_limit_kind, p_now
                    ),
                    v_may_look,
                    p_now
                ),
                v_number is not null
            )::_refusal;
        end if;
        v_buckets := v_buckets || r_need.bucket;
        v_kinds := v_kinds || r_need.kind;
        v_numbers := v_numbers || v_number;
    end loop;
    for v_item in 1..cardinality(v_numbers) loop
        perform _take_token(
            v_buckets[v_item], v_kinds[v_item], v_numbers[v_item],
            v_execution_id, p_execution.lease_epoch + 1, p_until, p_now, p_is_promise
        );
    end loop;
    perform _settle_tokens(
        p_execution, v_buckets, v_kinds, v_numbers, p_until,
        case when not p_is_promise then p_now end
    );
    if p_execution.is_limited then
        perform _leave_line(v_execution_id, p_now);
    end if;
    return null;
end;
$_admit$;

comment on function _admit is
'Takes what a locked execution needs to be leased until p_until, or says why it cannot be had. It waits for no other session.';
