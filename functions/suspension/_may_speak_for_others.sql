create or replace function _may_speak_for_others(p_caller name)
returns boolean
language plpgsql
stable
as $_may_speak_for_others$
begin
    -- gateways, approvers and operators say whose signal they bring; a worker speaks for itself
    return pg_has_role(p_caller, current_user, 'usage')
        or exists (
            select 1
            from pg_roles as r
            where
                r.rolname in ('ff_producer', 'ff_operator', 'ff_approver')
                and pg_has_role(p_caller, r.oid, 'usage')
        );
end;
$_may_speak_for_others$;

comment on function _may_speak_for_others is
'May the caller name the source of a signal that it delivers?';
