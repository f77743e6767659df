create or replace function _check_operator(p_call text)
returns void
language plpgsql
stable
as $_check_operator$
declare
    v_roles constant name[] := _acting_roles();
begin
    if not _acts_as_operator(v_roles) then
        perform _raise(
            'not_authorised',
            jsonb_build_object('caller', _caller(), 'call', p_call),
            coalesce(
                _role_that_helps('{ff_operator}'), 'Ask the administrator for the role ff_operator.'
            )
        );
    end if;
end;
$_check_operator$;

comment on function _check_operator is 'Refuses a caller who is not an operator.';
