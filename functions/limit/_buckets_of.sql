create or replace function _buckets_of(p_execution ff_exec_core, p_rules jsonb)
returns setof _bucket
language plpgsql
stable
rows 2
as $_buckets_of$
begin
    -- in one order everywhere; a bucket that is named twice counts once
    return query
    select
        q.quota_policy_id,
        n.quota_key,
        bool_or(n.is_own),
        q.window_ms,
        q.max_per_window,
        q.max_concurrent
    from (
        select
            p_execution.quota_policy_id as quota_policy_id,
            coalesce(p_execution.quota_key, '') as quota_key,
            true as is_own
        union all
        select
            (p_rules ->> 'quota_policy_id')::uuid,
            coalesce(
                case when p_execution.quota_policy_id is null then p_execution.quota_key end,
                p_rules ->> 'quota_key',
                ''
            ),
            -- a key of its own makes it a bucket of its own
            p_execution.quota_policy_id is null and p_execution.quota_key is not null
    ) as n
    inner join ff_quota_policy as q on q.quota_policy_id = n.quota_policy_id
    group by q.quota_policy_id, n.quota_key
    order by q.quota_policy_id, n.quota_key collate "C";
end;
$_buckets_of$;

comment on function _buckets_of is
'The limits by number that an execution is subject to: its own, and those of its lane.';
