create or replace function _has_own_limits(p_submission _submission)
returns boolean
language sql
immutable
as $_has_own_limits$
    select p_submission.quota_policy_id is not null or p_submission.budget_ids is not null
$_has_own_limits$;

comment on function _has_own_limits is 'Does a submission have limits of its own?';
