create or replace function _override_audit(p_source text)
returns jsonb
language plpgsql
stable
as $_override_audit$
begin
    if p_source = 'operator_override' then
        return _audit(null, null) || jsonb_build_object('source', p_source);
    end if;
    return null;
end;
$_override_audit$;

comment on function _override_audit is
'For the event of a call that a holder usually makes: who made it, when it was an operator; else null.';
