create or replace function _withdraw_grants(p_execution ff_exec_core)
returns void
language plpgsql
as $_withdraw_grants$
begin
    if p_execution.is_limited and exists (
        select 1 from ff_claim_grant as g where g.execution_id = p_execution.execution_id
    ) then
        -- its grant had reserved room in its limits
        perform _return_limits(array[p_execution.execution_id], true);
    end if;
    perform _void_grants(p_execution);
end;
$_withdraw_grants$;

comment on function _withdraw_grants is
'Removes the grants on a locked execution that must not be claimed now, with the room in limits that they reserved.';
