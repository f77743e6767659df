create or replace function _must_yield(
    p_execution ff_exec_core,
    p_priority integer,
    p_bucket _bucket,
    p_kind ff_quota_token_kind,
    p_now timestamptz,
    p_is_claim boolean
)
returns boolean
language plpgsql
stable
as $_must_yield$
declare
    v_bound constant integer := 1000;
    v_free_count bigint;
    v_ahead_count bigint;
begin
    if exists (
        select 1
        from ff_admission_wait as w
        where
            w.execution_id = p_execution.execution_id
            and w.limit_id = p_bucket.quota_policy_id
            and w.limit_key = p_bucket.quota_key
            and w.limit_kind = p_kind::text::ff_limit_kind
    ) then
        -- in the line already: its moment has come
        return false;
    end if;
    v_free_count := (
        select count(*)
        from (
            select 1
            from ff_quota_token as t
            where
                t.quota_policy_id = p_bucket.quota_policy_id
                and t.quota_key = p_bucket.quota_key
                and t.kind = p_kind
                and t.free_at <= p_now
            limit v_bound
        ) as f
    ) + (
        select
            case p_kind when 'slot' then p_bucket.max_concurrent else p_bucket.max_per_window end
            - coalesce(max(t.token_no), 0)
        from ff_quota_token as t
        where
            t.quota_policy_id = p_bucket.quota_policy_id
            and t.quota_key = p_bucket.quota_key
            and t.kind = p_kind
    );
    if v_free_count = 0 then
        return false;
    end if;
    -- In the line of a rate, where rows move up to places that are free, those that wait count too;
    -- in the line of a slot those that were woken.
    v_ahead_count := (
        select count(*)
        from (
            select 1
            from ff_admission_wait as w
            where
                w.limit_id = p_bucket.quota_policy_id
                and w.limit_key = p_bucket.quota_key
                and w.limit_kind = p_kind::text::ff_limit_kind
                and w.priority >= p_priority
                and w.looks_at > p_now - _grace()
                and (p_kind = 'rate' or w.looks_at <= p_now)
            limit v_free_count
        ) as a
    );
    if not p_is_claim or v_ahead_count = v_free_count then
        return v_ahead_count = v_free_count;
    end if;
    -- the claim that asks finds those of its route next
    return v_free_count <= v_ahead_count + (
        select count(*)
        from (
            select 1
            from (
                select w.execution_id
                from ff_admission_wait as w
                where
                    w.limit_id = p_bucket.quota_policy_id
                    and w.limit_key = p_bucket.quota_key
                    and w.limit_kind = p_kind::text::ff_limit_kind
                    and w.priority >= p_priority
                    and w.looks_at <= p_now - _grace()
                limit v_bound
            ) as w
            inner join ff_exec_core as e
                on e.execution_id = w.execution_id
            where e.route_id = p_execution.route_id
            limit v_free_count
        ) as d
    );
end;
$_must_yield$;

comment on function _must_yield is
'Are there as many rows ahead in the line as there are free tokens? Then an execution that is not in the line goes to its end. Rows that are due count for as long as _grace says; for a claim, those of its own route always.';
