create or replace function _drop_idle_tokens(
    p_quota_policy_id uuid,
    p_quota_key text,
    p_idle_since timestamptz,
    p_limit integer
)
returns integer
language plpgsql
as $_drop_idle_tokens$
declare
    v_last_row_ids tid[];
    v_row_ids tid[];
begin
    if exists (
        select 1
        from unnest(enum_range(null::ff_quota_token_kind)) as k (kind)
        inner join ff_quota_token as t
            on t.quota_policy_id = p_quota_policy_id
            and t.quota_key = p_quota_key
            and t.kind = k.kind
            and t.free_at > p_idle_since
    )
    or exists (
        select 1
        from ff_admission_wait as w
        where w.limit_id = p_quota_policy_id and w.limit_key = p_quota_key
    ) then
        return 0;
    end if;
    -- as in _open_bucket: one session at a time makes tokens, or removes them
    perform from ff_quota_policy as q
    where q.quota_policy_id = p_quota_policy_id
    for no key update skip locked;
    if not found then
        return 0;
    end if;
    -- From the highest number down: a part of them is a bucket that has not grown so far. A claim
    -- may have locked one, or taken it since: then all stay.
    v_last_row_ids := array(
        select t.ctid
        from ff_quota_token as t
        where t.quota_policy_id = p_quota_policy_id and t.quota_key = p_quota_key
        order by t.kind desc, t.token_no desc
        limit p_limit
    );
    v_row_ids := array(
        select t.ctid
        from ff_quota_token as t
        where t.ctid = any (v_last_row_ids) and t.free_at <= p_idle_since
        for update skip locked
    );
    if cardinality(v_row_ids) < cardinality(v_last_row_ids) then
        return 0;
    end if;
    delete from ff_quota_token as t where t.ctid = any (v_row_ids);
    -- a call with an older snapshot, which shows the tokens, conflicts with this
    update ff_quota_policy as q
    set bucket_version = q.bucket_version + 1
    where q.quota_policy_id = p_quota_policy_id;
    return cardinality(v_row_ids);
end;
$_drop_idle_tokens$;

comment on function _drop_idle_tokens is
'Removes tokens of a bucket in which all have been free since a moment and for which no execution waits; returns how many.';
