create or replace function _may_speak_for_others()
returns boolean
language plpgsql
stable
as $_may_speak_for_others$
declare
    v_roles constant name[] := _acting_roles();
begin
    -- gateways, approvers and operators name the source; a worker is always its own source
    return v_roles && '{ff_producer,ff_operator,ff_approver}' or _acts_as_owner(v_roles);
end;
$_may_speak_for_others$;

comment on function _may_speak_for_others is
'May the caller name the source of a signal that it delivers?';
