create or replace function _lock_free_tokens(
    p_quota_policy_id uuid,
    p_quota_key text,
    p_kind ff_quota_token_kind,
    p_now timestamptz,
    p_limit integer
)
returns tid[]
language plpgsql
as $_lock_free_tokens$
begin
    return array(
        select t.ctid
        from ff_quota_token as t
        where
            t.quota_policy_id = p_quota_policy_id
            and t.quota_key = p_quota_key
            and t.kind = p_kind
            and t.free_at <= p_now
        order by t.free_at
        limit p_limit
        for no key update skip locked
    );
end;
$_lock_free_tokens$;

comment on function _lock_free_tokens is
'Locks free tokens of a bucket, as far as there are any that no other session holds, without waiting.';
