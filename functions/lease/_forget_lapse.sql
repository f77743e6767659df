create or replace function _forget_lapse(p_execution ff_exec_core)
returns void
language plpgsql
as $_forget_lapse$
begin
    if p_execution.state = 'revoked'
        or (p_execution.state = 'active' and p_execution.lease_ended_by is not null)
    then
        delete from ff_lapsed_lease as l
        where
            l.lease_expires_at = p_execution.lease_expires_at
            and l.execution_id = p_execution.execution_id;
    end if;
end;
$_forget_lapse$;

comment on function _forget_lapse is
'Removes a locked execution from among the lost leases, because it is taken over or ends.';
