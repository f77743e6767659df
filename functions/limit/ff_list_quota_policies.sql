create or replace function ff_list_quota_policies(
    p_after uuid default null,
    p_limit integer default 100
)
returns setof ff_quota_policy_use
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $ff_list_quota_policies$
declare
    -- a policy has tokens for each of its keys; the policies of a page share this bound
    v_most constant integer := 20000 / greatest(p_limit, 1) + 1;
    v_now constant timestamptz := _now();
begin
    perform _check_page_size(p_limit);
    return query
    select
        q.quota_policy_id,
        q.window_ms,
        q.max_per_window::bigint,
        q.max_concurrent::bigint,
        q.jitter_ms,
        q.owner_name,
        t.key_count,
        t.slot_count,
        t.window_count,
        w.waiting_count,
        t.token_count >= v_most or w.waiting_count >= v_most
    from unnest(_shown_owners('quota_policy')) as o (owner_name)
    cross join lateral (
        select n.*
        from ff_quota_policy as n
        where
            n.owner_name = o.owner_name
            and (p_after is null or n.quota_policy_id > p_after)
        order by n.quota_policy_id
        limit p_limit
    ) as q
    cross join lateral (
        select
            count(distinct k.quota_key) filter (where k.free_at > v_now) as key_count,
            count(*) filter (where k.kind = 'slot' and k.free_at > v_now) as slot_count,
            count(*) filter (where k.kind = 'rate' and k.free_at > v_now) as window_count,
            count(*) as token_count
        from (
            select n.quota_key, n.kind, n.free_at
            from ff_quota_token as n
            where n.quota_policy_id = q.quota_policy_id
            limit v_most
        ) as k
    ) as t
    cross join lateral (
        select count(*) as waiting_count
        from (
            select from ff_admission_wait as n where n.limit_id = q.quota_policy_id limit v_most
        ) as k
    ) as w
    order by q.quota_policy_id
    limit p_limit;
end;
$ff_list_quota_policies$;

comment on function ff_list_quota_policies is
$$The quota policies that the caller may use, in the order of their ids, with their limits, and how much of them is in use under all their keys together.

`p_after` is the last id of the page before. Places are counted up to a bound: beyond it the counts are too low, and `is_at_least` is true.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: 22023 and 22004 for arguments (`p_limit` is 0 to 1000).

Example:
```sql
select quota_policy_id, slot_count, max_concurrent, window_count, max_per_window, waiting_count
from flowfabric.ff_list_quota_policies();
```
$$;
