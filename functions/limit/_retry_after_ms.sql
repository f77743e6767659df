create or replace function _retry_after_ms(
    p_policy ff_quota_policy,
    p_quota_key text,
    p_kind ff_quota_token_kind,
    p_now timestamptz
)
returns bigint
language plpgsql
as $_retry_after_ms$
declare
    v_free_at constant timestamptz := (
        select min(t.free_at)
        from ff_quota_token as t
        where
            t.quota_policy_id = p_policy.quota_policy_id
            and t.quota_key = p_quota_key
            and t.kind = p_kind
            -- one that looks free is being taken
            and t.free_at > p_now
    );
begin
    if v_free_at is null and p_kind = 'rate' then
        return p_policy.window_ms + (random() * p_policy.jitter_ms)::bigint;
    elsif isfinite(v_free_at) then
        return _ms_until(v_free_at, p_now) + (random() * p_policy.jitter_ms)::bigint;
    end if;
    -- it cannot be known
    return null;
end;
$_retry_after_ms$;

comment on function _retry_after_ms is
'In how many milliseconds a bucket may admit again, with the jitter of its policy.';
