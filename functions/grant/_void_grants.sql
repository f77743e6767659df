create or replace function _void_grants(p_execution ff_exec_core)
returns void
language plpgsql
as $_void_grants$
begin
    delete from ff_claim_grant as g
    where g.execution_id = p_execution.execution_id;
end;
$_void_grants$;

comment on function _void_grants is
'Removes the grants on a locked execution: one was consumed, or the execution has finished.';
