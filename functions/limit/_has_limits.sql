create or replace function _has_limits(p_rules jsonb)
returns boolean
language sql
immutable
as $_has_limits$
    select p_rules ?| array['quota_policy_id', 'budget_ids']
$_has_limits$;

comment on function _has_limits is 'Do the rules of a lane limit its executions?';
