create or replace function _check_holder(p_execution_id uuid, p_lease_id uuid)
returns void
language plpgsql
stable
as $_check_holder$
declare
    v_roles constant name[] := _acting_roles();
begin
    if 'ff_worker' = any(v_roles)
        or not v_roles && '{ff_operator,ff_producer}'
        or _acts_as_owner(v_roles)
    then
        return;
    end if;
    -- not locked: the worker of a lease does not change
    if not 'ff_operator' = any(v_roles) or not exists (
        select 1
        from ff_attempt_item as a
        where
            a.execution_id = p_execution_id
            and a.lease_id = p_lease_id
            and a.worker_id = 'operator'
    ) then
        perform _raise(
            'not_authorised',
            jsonb_build_object('caller', _caller(), 'call', 'lease_holder'),
            'Pass p_source => ''operator_override'' to act in place of the holder.'
        );
    end if;
end;
$_check_holder$;

comment on function _check_holder is
'Refuses a producer or an operator that is not also a worker and calls as the holder of a lease, unless ff_issue_grant_and_claim gave that lease to an operator. An operator makes any other call as an override.';
