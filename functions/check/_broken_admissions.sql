create or replace function _broken_admissions(p_bound integer)
returns table (invariant text, execution_id uuid, detail jsonb)
language sql
stable
as $_broken_admissions$
    -- a held slot belongs to a live lease, to a live grant, or to a standing admission
    select
        'a held slot belongs to a live lease or a grant',
        t.execution_id,
        to_jsonb(t)
    from (
        select o.*
        from ff_quota_token as o
        order by o.quota_policy_id desc, o.quota_key desc, o.kind desc, o.token_no desc
        limit p_bound
    ) as t
    left join ff_exec_core as e
        on e.execution_id = t.execution_id
    where
        t.kind = 'slot'
        and t.free_at > _now()
        and not coalesce(_holds_slot(t, e), false)
        -- unless the next tick frees it
        and not exists (
            select 1
            from ff_limit_todo as d
            where d.limit_id = t.quota_policy_id and d.limit_key = t.quota_key
        )
    union all
    select
        'a held place belongs to a standing admission',
        t.execution_id,
        to_jsonb(t)
    from (
        select o.*
        from ff_quota_token as o
        order by o.quota_policy_id desc, o.quota_key desc, o.kind desc, o.token_no desc
        limit p_bound
    ) as t
    left join ff_exec_core as e
        on e.execution_id = t.execution_id
    where
        t.kind = 'rate'
        and t.free_at = 'infinity'
        and (e.execution_id is null or e.terminal_at is not null or t.lease_epoch is not null)
    union all
    select
        'a live lease holds the slots of its policy',
        e.execution_id,
        jsonb_build_object('quota_policy_id', q.quota_policy_id, 'quota_key', e.quota_key)
    from _executions_to_check(p_bound, null) as e
    inner join ff_quota_policy as q on q.quota_policy_id = e.quota_policy_id
    where
        e.state = 'active'
        and e.lease_expires_at > _now()
        and q.max_concurrent > 0
        and not exists (
            select 1
            from ff_quota_token as t
            where
                t.quota_policy_id = q.quota_policy_id
                and t.quota_key = coalesce(e.quota_key, '')
                and t.kind = 'slot'
                and t.execution_id = e.execution_id
                and t.lease_epoch = e.lease_epoch
                and t.free_at = e.lease_expires_at
        )
    union all
    select 'a policy has no more tokens than it allows', null, to_jsonb(n)
    from (
        select t.quota_policy_id, t.quota_key, t.kind, count(*) as token_count,
            max(t.token_no) as last_token_no
        from (
            select o.*
            from ff_quota_token as o
            order by o.quota_policy_id, o.quota_key, o.kind, o.token_no
            limit p_bound
        ) as t
        group by t.quota_policy_id, t.quota_key, t.kind
    ) as n
    inner join ff_quota_policy as q on q.quota_policy_id = n.quota_policy_id
    where
        n.token_count <> n.last_token_no
        or n.token_count > case n.kind
            when 'slot' then q.max_concurrent
            else q.max_per_window
        end
    union all
    select
        'an execution that waits for a limit has limits and a time to look again',
        e.execution_id,
        jsonb_build_object('state', e.state, 'claimable_at', e.claimable_at)
    from (
        select o.*
        from ff_admission_wait as o
        order by o.execution_id desc
        limit p_bound
    ) as w
    inner join ff_exec_core as e
        on e.execution_id = w.execution_id
    where not e.is_limited or e.claimable_at is null
$_broken_admissions$;

comment on function _broken_admissions is
'Part of ff_check: quota policies whose tokens differ from the leases, and executions that wait for a limit but have none.';
