create or replace function _check_audit(p_reason text, p_actor text)
returns void
language plpgsql
immutable
as $_check_audit$
begin
    if octet_length(p_reason) not between 1 and 65536 then
        perform _raise_invalid('p_reason', 'must be 1 to 65536 bytes');
    end if;
    if p_actor is not null then
        perform _check_name('p_actor', p_actor, 'label');
    end if;
end;
$_check_audit$;

comment on function _check_audit is
'Refuses a reason or an actor that cannot be recorded; both may be null.';
