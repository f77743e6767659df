create or replace function _take_token(
    p_bucket _bucket,
    p_kind ff_quota_token_kind,
    p_token_no integer,
    p_execution_id uuid,
    p_lease_epoch bigint,
    p_until timestamptz,
    p_now timestamptz,
    p_is_promise boolean default false
)
returns void
language plpgsql
as $_take_token$
declare
    v_was_free_at timestamptz;
begin
    update ff_quota_token as t
    set
        free_at = case
            -- a place of an attempt that has not begun is held like a slot: until the grant lapses
            when p_kind = 'slot' or p_is_promise then p_until
            else _after_ms(p_now, p_bucket.window_ms)
        end,
        execution_id = p_execution_id,
        lease_epoch = p_lease_epoch
    from ff_quota_token as o
    where
        t.quota_policy_id = p_bucket.quota_policy_id
        and t.quota_key = p_bucket.quota_key
        and t.kind = p_kind
        and t.token_no = p_token_no
        and o.quota_policy_id = p_bucket.quota_policy_id
        and o.quota_key = p_bucket.quota_key
        and o.kind = p_kind
        and o.token_no = p_token_no
    returning o.free_at into v_was_free_at;
    if p_kind = 'rate' and v_was_free_at = 'infinity' then
        -- a place that was held for as long as an admission has a moment now
        insert into ff_limit_todo (limit_id, limit_key, limit_kind)
        values (p_bucket.quota_policy_id, p_bucket.quota_key, 'rate');
    end if;
end;
$_take_token$;

comment on function _take_token is
'Takes a token that is locked: a slot until p_until; a place in the window for one window, from the moment when the attempt begins, and until p_until while that is only promised.';
