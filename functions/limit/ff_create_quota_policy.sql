create or replace function ff_create_quota_policy(
    p_quota_policy_id uuid,
    p_window_ms bigint,
    p_max_per_window bigint,
    p_max_concurrent bigint,
    p_jitter_ms bigint default 0
)
returns ff_created_quota_policy
language plpgsql
security definer
set search_path = flowfabric, pg_temp
as $ff_create_quota_policy$
begin
    if p_quota_policy_id is null then
        perform _raise_null('p_quota_policy_id');
    elsif p_window_ms is null then
        perform _raise_null('p_window_ms');
    elsif p_max_per_window is null then
        perform _raise_null('p_max_per_window');
    elsif p_max_concurrent is null then
        perform _raise_null('p_max_concurrent');
    elsif p_jitter_ms is null then
        perform _raise_null('p_jitter_ms');
    elsif not _is_duration(p_window_ms, 0) then
        perform _raise_invalid('p_window_ms', 'must be between 0 and 315360000000');
    elsif p_max_per_window not between 0 and 1000000 then
        perform _raise_invalid('p_max_per_window', 'must be between 0 and 1000000');
    elsif p_max_concurrent not between 0 and 1000000 then
        perform _raise_invalid('p_max_concurrent', 'must be between 0 and 1000000');
    elsif p_max_per_window > 0 and p_window_ms = 0 then
        perform _raise_invalid('p_window_ms', 'must be at least 1 when p_max_per_window is not 0');
    elsif not _is_duration(p_jitter_ms, 0) then
        perform _raise_invalid('p_jitter_ms', 'must be between 0 and 315360000000');
    end if;
    insert into ff_quota_policy (
        quota_policy_id, window_ms, max_per_window, max_concurrent, jitter_ms, owner_name,
        created_at
    )
    values (
        p_quota_policy_id, p_window_ms, p_max_per_window, p_max_concurrent, p_jitter_ms, _caller(),
        _now()
    )
    on conflict do nothing;
    if not found then
        return (
            p_quota_policy_id,
            case
                when exists (
                    select 1
                    from ff_quota_policy as q
                    where
                        q.quota_policy_id = p_quota_policy_id
                        and q.window_ms = p_window_ms
                        and q.max_per_window = p_max_per_window
                        and q.max_concurrent = p_max_concurrent
                        and q.jitter_ms = p_jitter_ms
                ) then 'already_satisfied'
                else 'differs'
            end
        )::ff_created_quota_policy;
    end if;
    -- the tokens of the empty key, so that the first claims do not compete to make them
    perform _open_bucket(p_quota_policy_id, '', true);
    return (p_quota_policy_id, 'created')::ff_created_quota_policy;
end;
$ff_create_quota_policy$;

comment on function ff_create_quota_policy is
$$Creates a quota policy: for each key, how many attempts may begin in any window of `p_window_ms`, and how many may run at once.

Give it to executions (`p_quota_policy_id` and `p_quota_key` of `ff_create_execution`) or to a lane (`ff_register_lane`), and claims apply it; or call `ff_check_admission` yourself. A maximum of 0 means no limit. A policy cannot be changed: for other limits create another one.

Effects: stores the policy; it belongs to the caller's role. All roles may use a policy of an operator; one that `ff_set_owner` gave to another role is for its members and operators. `p_jitter_ms` is the most that is added, at random, to the `retry_after_ms` that `ff_check_admission` returns.

Idempotent: yes: a policy that exists is not changed, and the call returns `already_satisfied`, or `differs` when it has other limits.

Locks: its new row; waits only for an open transaction that creates the same policy.

Errors: 22023 and 22004 for arguments.

Example:
```sql
select outcome
from flowfabric.ff_create_quota_policy('0192f0a0-7777-7777-8777-123456789012', 60000, 100, 5);
```
$$;
