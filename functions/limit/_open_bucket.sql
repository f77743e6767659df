create or replace function _open_bucket(
    p_quota_policy_id uuid,
    p_quota_key text,
    p_may_wait boolean
)
returns boolean
language plpgsql
as $_open_bucket$
declare
    v_policy ff_quota_policy;
    v_kind ff_quota_token_kind;
    v_limit integer;
    v_count integer;
    v_has_grown boolean := false;
begin
    -- The lock on the policy row lets one session make tokens; its update makes older snapshots
    -- conflict.
    if p_may_wait then
        perform from ff_quota_policy as q
        where q.quota_policy_id = p_quota_policy_id
        for no key update;
    else
        perform from ff_quota_policy as q
        where q.quota_policy_id = p_quota_policy_id
        for no key update skip locked;
        if not found then
            return null;
        end if;
    end if;
    select q.* into v_policy from ff_quota_policy as q where q.quota_policy_id = p_quota_policy_id;
    foreach v_kind in array enum_range(null::ff_quota_token_kind) loop
        v_limit := case v_kind
            when 'slot' then v_policy.max_concurrent
            else v_policy.max_per_window
        end;
        v_count := coalesce(
            (
                select max(t.token_no)
                from ff_quota_token as t
                where
                    t.quota_policy_id = p_quota_policy_id
                    and t.quota_key = p_quota_key
                    and t.kind = v_kind
            ),
            0
        );
        continue when v_count >= v_limit;
        insert into ff_quota_token (quota_policy_id, quota_key, kind, token_no, free_at)
        select p_quota_policy_id, p_quota_key, v_kind, n.token_no, '-infinity'
        -- few for a key that may be one of many, then twice as many each time
        from generate_series(
            v_count + 1,
            least(v_limit, greatest(2 * v_count, case p_quota_key when '' then 256 else 32 end))
        ) as n (token_no);
        v_has_grown := true;
    end loop;
    if v_has_grown then
        insert into ff_limit_lock (limit_id, limit_key, look_at)
        values (p_quota_policy_id, p_quota_key, _now() + _bucket_patience())
        on conflict do nothing;
        update ff_quota_policy as q
        set bucket_version = q.bucket_version + 1
        where q.quota_policy_id = p_quota_policy_id;
    end if;
    return v_has_grown;
end;
$_open_bucket$;

comment on function _open_bucket is
'Creates further tokens of a policy under one key, up to its maximum: true when it has created some, null when another session is creating them.';
