create or replace function _quota_shortage(
    p_execution ff_exec_core,
    p_limits _limits,
    p_now timestamptz,
    out p_kind ff_quota_token_kind,
    out p_quota_policy_id uuid,
    out p_quota_key text,
    out p_free_at timestamptz
)
language plpgsql
stable
as $_quota_shortage$
begin
    if p_execution.terminal_at is not null
        or _is_leased(p_execution.state, p_execution.lease_expires_at, p_now)
    then
        return;
    end if;
    select
        k.kind,
        b.quota_policy_id,
        b.quota_key,
        case
            when t.is_full then t.free_at
            else _look_again_at(
                b,
                k.kind,
                _place_in_line(
                    p_execution, p_limits.priority, b.quota_policy_id, b.quota_key,
                    k.kind::text::ff_limit_kind, p_now
                ),
                true,
                p_now
            )
        end as free_at
    into p_kind, p_quota_policy_id, p_quota_key, p_free_at
    from unnest(p_limits.buckets) as b
    cross join unnest(enum_range(null::ff_quota_token_kind)) as k (kind)
    cross join lateral (
        select
            (
                select coalesce(max(m.token_no), 0)
                from ff_quota_token as m
                where
                    m.quota_policy_id = b.quota_policy_id
                    and m.quota_key = b.quota_key
                    and m.kind = k.kind
            ) as token_count,
            (
                select f.free_at
                from ff_quota_token as f
                where
                    f.quota_policy_id = b.quota_policy_id
                    and f.quota_key = b.quota_key
                    and f.kind = k.kind
                    -- so that the index that has them in this order costs less in any plan
                    and f.free_at >= '-infinity'
                order by f.free_at
                limit 1
            ) as free_at,
            exists (
                select 1
                from ff_quota_token as o
                where
                    o.execution_id = p_execution.execution_id
                    and (o.quota_policy_id, o.quota_key, o.kind)
                    is not distinct from (b.quota_policy_id, b.quota_key, k.kind)
                    -- as in _lock_token: a live grant may have taken a place in the window for its
                    -- next lease
                    and (
                        k.kind = 'slot'
                        or o.lease_epoch is null
                        or o.lease_epoch = p_execution.lease_epoch + 1
                    )
            ) as has_its_own
    ) as q
    cross join lateral (
        select
            -- tokens are made when they are first needed
            q.token_count >= case k.kind
                when 'slot' then b.max_concurrent
                else b.max_per_window
            end
            and q.free_at > p_now as is_full,
            q.free_at
    ) as t
    where
        _needs_token(k.kind, b, p_execution.state)
        and not q.has_its_own
        and (
            t.is_full
            or _must_yield(p_execution, p_limits.priority, b, k.kind, p_now, false)
        )
    order by 4 desc
    limit 1;
end;
$_quota_shortage$;

comment on function _quota_shortage is
'The quota policy of which an execution could take no token now, and when it can take one; of several such policies the last to have one. Part of ff_explain; claims take tokens by _lock_token.';
