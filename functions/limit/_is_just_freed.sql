create or replace function _is_just_freed(p_bucket _bucket, p_now timestamptz)
returns boolean
language plpgsql
as $_is_just_freed$
begin
    return exists (
        select 1
        from ff_quota_token as t
        where
            t.quota_policy_id = p_bucket.quota_policy_id
            and t.quota_key = p_bucket.quota_key
            and t.kind = 'slot'
            and t.free_at > p_now
            and t.free_at <= _now()
    );
end;
$_is_just_freed$;

comment on function _is_just_freed is
'Did a slot become free since the clock was read at p_now? A lease that began then would overlap with the one before.';
