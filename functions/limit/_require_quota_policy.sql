create or replace function _require_quota_policy(p_quota_policy_id uuid)
returns ff_quota_policy
language plpgsql
stable
as $_require_quota_policy$
declare
    v_policy ff_quota_policy;
begin
    if p_quota_policy_id is null then
        perform _raise_null('p_quota_policy_id');
    end if;
    select q.* into v_policy from ff_quota_policy as q where q.quota_policy_id = p_quota_policy_id;
    if not found then
        perform _raise('quota_policy_not_found', jsonb_build_object(
            'quota_policy_id', p_quota_policy_id
        ));
    end if;
    perform _check_limit_owner('quota_policy', p_quota_policy_id, v_policy.owner_name);
    return v_policy;
end;
$_require_quota_policy$;

comment on function _require_quota_policy is 'The quota policy of this id; raises an error when it does not exist, or when the caller may not use it.';
