create or replace function _may_be_taken_over(
    p_lease_reclaim_count integer,
    p_policy jsonb,
    p_max_reclaim_count integer default null
)
returns boolean
language sql
immutable
as $_may_be_taken_over$
    select p_lease_reclaim_count < _reclaim_cap(coalesce(p_policy, '{}'), p_max_reclaim_count)
$_may_be_taken_over$;

comment on function _may_be_taken_over is
'May an execution be taken over from a lost lease once more? Otherwise the takeover ends it.';
