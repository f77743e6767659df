create or replace function _quota_shortages(
    p_execution ff_exec_core,
    p_rules jsonb,
    p_now timestamptz
)
returns table (
    kind ff_quota_token_kind, quota_policy_id uuid, quota_key text, free_at timestamptz
)
language plpgsql
stable
as $_quota_shortages$
begin
    if p_execution.terminal_at is not null
        or _is_leased(p_execution.state, p_execution.lease_expires_at, p_now)
    then
        return;
    end if;
    return query
    select k.kind, b.quota_policy_id, b.quota_key, t.free_at
    from _buckets_of(p_execution, p_rules) as b
    cross join unnest(enum_range(null::ff_quota_token_kind)) as k (kind)
    cross join lateral (
        select
            count(*) as token_count,
            min(q.free_at) as free_at,
            coalesce(bool_or(
                q.execution_id = p_execution.execution_id
                and q.partition_key = p_execution.partition_key
                and (k.kind = 'slot' or q.lease_epoch is null)
            ), false) as has_its_own
        from ff_quota_token as q
        where
            q.quota_policy_id = b.quota_policy_id
            and q.quota_key = b.quota_key
            and q.kind = k.kind
    ) as t
    where
        _is_needed(k.kind, b, p_execution.state)
        -- tokens are made when they are first needed
        and t.token_count >= case k.kind
            when 'slot' then b.max_concurrent
            else b.max_per_window
        end
        and t.free_at > p_now
        and not t.has_its_own;
end;
$_quota_shortages$;

comment on function _quota_shortages is
'Of which quota policies an execution could take no token now, and when the first becomes free. Part of ff_explain; claims take tokens by _lock_token.';
