create or replace function _lock_token(
    p_bucket _bucket,
    p_kind ff_quota_token_kind,
    p_execution_id uuid,
    p_lease_epoch bigint,
    p_now timestamptz,
    p_may_wait boolean default false,
    p_candidate ff_exec_core default null,
    p_priority integer default null
)
returns integer
language plpgsql
as $_lock_token$
declare
    v_token_no integer;
begin
    for v_round in 1..2 loop
        -- Its own comes first: a slot of the lease that is taken over, of a grant, or of a standing
        -- admission; a place in the window that was taken for this lease.
        select t.token_no
        into v_token_no
        from ff_quota_token as t
        where
            t.execution_id = p_execution_id
            -- not by "=", here and where else tokens of an execution are looked for: a plan that is
            -- made before the first ANALYZE would read all tokens of the bucket
            and (t.quota_policy_id, t.quota_key, t.kind)
            is not distinct from (p_bucket.quota_policy_id, p_bucket.quota_key, p_kind)
            and (
                p_kind = 'slot'
                or t.lease_epoch is null
                or (t.lease_epoch = p_lease_epoch and t.free_at > p_now)
            )
        order by t.free_at desc
        limit 1
        for no key update skip locked;
        exit when found;
        -- free tokens are for those ahead in the line
        if p_candidate.execution_id is not null
            and exists (
                select 1
                from ff_admission_wait as w
                where
                    w.limit_id = p_bucket.quota_policy_id
                    and w.limit_key = p_bucket.quota_key
                    and w.limit_kind = p_kind::text::ff_limit_kind
            )
            and _must_yield(p_candidate, p_priority, p_bucket, p_kind, p_now, true)
        then
            return 0;
        end if;
        select t.token_no
        into v_token_no
        from ff_quota_token as t
        where
            t.quota_policy_id = p_bucket.quota_policy_id
            and t.quota_key = p_bucket.quota_key
            and t.kind = p_kind
            and t.free_at <= p_now
        order by t.free_at
        limit 1
        for no key update skip locked;
        exit when found;
        -- there may be more of them, once they are made
        exit when exists (
            select 1
            from ff_quota_token as t
            where
                t.quota_policy_id = p_bucket.quota_policy_id
                and t.quota_key = p_bucket.quota_key
                and t.kind = p_kind
                and t.token_no = case p_kind
                    when 'slot' then p_bucket.max_concurrent
                    else p_bucket.max_per_window
                end
        );
        exit when _open_bucket(
            p_bucket.quota_policy_id, p_bucket.quota_key, p_may_wait
        ) is null;
    end loop;
    return v_token_no;
end;
$_lock_token$;

comment on function _lock_token is
'Locks a token that an execution may take, without waiting: its own, else a free one. Null: no token is free; 0: those that are free are for executions ahead of the candidate in the line.';
