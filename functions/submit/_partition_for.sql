create or replace function _partition_for(
    p_flow_id uuid,
    p_budget_id uuid default null,
    p_quota_policy_id uuid default null,
    p_namespace text default null,
    p_idempotency_key text default null,
    p_parent_id uuid default null
)
returns integer
language sql
immutable
as $_partition_for$
    -- The first of these that is given decides. Planned ones have a place in this list: the pinned
    -- partition of the lane before the parent; the order key, the unique key and the schedule
    -- before the idempotency key.
    select coalesce(
        _partition_of(p_parent_id),
        _partition_of(p_flow_id),
        _partition_of(p_budget_id),
        _partition_of(p_quota_policy_id),
        _partition_of_key('idempotency:' || p_namespace, p_idempotency_key)
    )
$_partition_for$;

comment on function _partition_for is
'The partition of a new execution, which is that of the parent, flow, limit or key of its submission; null: any partition.';
