create or replace function _has_rules(p_options jsonb)
returns boolean
language sql
immutable
as $_has_rules$
    select p_options ?| array['quota_policy_id', 'budget_ids', 'fair_sharing']
$_has_rules$;

comment on function _has_rules is 'Do options of a lane say anything that its claims must ask about?';
