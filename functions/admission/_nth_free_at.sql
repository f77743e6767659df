create or replace function _nth_free_at(
    p_bucket _bucket,
    p_kind ff_quota_token_kind
)
returns timestamptz[]
language plpgsql
stable
as $_nth_free_at$
begin
    return array(
        select t.free_at
        from ff_quota_token as t
        where
            t.quota_policy_id = p_bucket.quota_policy_id
            and t.quota_key = p_bucket.quota_key
            and t.kind = p_kind
        order by t.free_at
        limit 500
    );
end;
$_nth_free_at$;

comment on function _nth_free_at is 'When tokens of a bucket become free, the next ones first.';
