create or replace function ff_read_quota_policy_limits(p_quota_policy_id uuid)
returns setof ff_quota_policy_limits
language plpgsql
stable
rows 1
security definer
set search_path = flowfabric, pg_temp
as $ff_read_quota_policy_limits$
begin
    if p_quota_policy_id is null then
        perform _raise_null('p_quota_policy_id');
    end if;
    return query
    select
        q.quota_policy_id,
        q.window_ms,
        q.max_per_window::bigint,
        q.max_concurrent::bigint,
        q.jitter_ms,
        q.owner_name
    from ff_quota_policy as q
    where q.quota_policy_id = p_quota_policy_id;
end;
$ff_read_quota_policy_limits$;

comment on function ff_read_quota_policy_limits is
$$The limits of a quota policy; no row for an unknown id. A maximum of 0 means no limit.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: 22004 for arguments.

Example:
```sql
select max_per_window, window_ms, max_concurrent
from flowfabric.ff_read_quota_policy_limits('0192f0a0-7777-7777-8777-123456789012');
```
$$;
