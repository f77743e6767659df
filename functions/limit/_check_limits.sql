create or replace function _check_limits(p_quota_policy_id uuid, p_budget_ids uuid[])
returns void
language plpgsql
stable
as $_check_limits$
declare
    v_missing_id uuid;
begin
    if p_quota_policy_id is not null then
        perform _require_quota_policy(p_quota_policy_id);
    end if;
    select i.budget_id
    into v_missing_id
    from unnest(p_budget_ids) as i (budget_id)
    where not exists (select 1 from ff_budget as b where b.budget_id = i.budget_id)
    limit 1;
    if found then
        perform _raise('budget_not_found', jsonb_build_object('budget_id', v_missing_id));
    end if;
    perform _check_limit_owner('budget', b.budget_id, b.owner_name)
    from ff_budget as b
    where b.budget_id = any(p_budget_ids);
end;
$_check_limits$;

comment on function _check_limits is 'Refuses a quota policy or budgets that do not exist, or that are not the caller''s to use.';
