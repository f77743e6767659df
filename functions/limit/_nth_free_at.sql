create or replace function _nth_free_at(
    p_bucket _bucket,
    p_kind ff_quota_token_kind
)
returns timestamptz[]
language plpgsql
stable
as $_nth_free_at$
declare
    v_free_at constant timestamptz[] := array(
        select t.free_at
        from ff_quota_token as t
        where
            t.quota_policy_id = p_bucket.quota_policy_id
            and t.quota_key = p_bucket.quota_key
            and t.kind = p_kind
            and t.free_at >= '-infinity'
            -- a place that is held for an attempt has no moment yet
            and (p_kind = 'slot' or t.free_at < 'infinity')
        order by t.free_at
        limit 500
    );
    v_made_count constant integer := (
        select coalesce(max(t.token_no), 0)
        from ff_quota_token as t
        where
            t.quota_policy_id = p_bucket.quota_policy_id
            and t.quota_key = p_bucket.quota_key
            and t.kind = p_kind
    );
begin
    -- tokens that are still to be made are free: they only could not be made just now
    return array_fill('-infinity'::timestamptz, array[least(
        case p_kind when 'slot' then p_bucket.max_concurrent else p_bucket.max_per_window end
        - v_made_count,
        500
    )]) || v_free_at;
end;
$_nth_free_at$;

comment on function _nth_free_at is 'When tokens of a bucket become free, the next ones first.';
