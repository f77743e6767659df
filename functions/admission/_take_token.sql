create or replace function _take_token(
    p_bucket _bucket,
    p_kind ff_quota_token_kind,
    p_token_no integer,
    p_execution _execution_key,
    p_lease_epoch bigint,
    p_until timestamptz,
    p_now timestamptz
)
returns void
language plpgsql
as $_take_token$
begin
    update ff_quota_token as t
    set
        free_at = case
            when p_kind = 'slot' then p_until
            -- admitted already, a moment ago: it counts once
            when t.execution_id = p_execution.execution_id and t.free_at > p_now then t.free_at
            else _after_ms(p_now, p_bucket.window_ms)
        end,
        execution_id = p_execution.execution_id,
        partition_key = p_execution.partition_key,
        lease_epoch = p_lease_epoch
    where
        t.quota_policy_id = p_bucket.quota_policy_id
        and t.quota_key = p_bucket.quota_key
        and t.kind = p_kind
        and t.token_no = p_token_no;
end;
$_take_token$;

comment on function _take_token is 'Takes a token that is locked.';
