create or replace function _check_owner(p_object text, p_name text, p_owner text)
returns void
language plpgsql
stable
as $_check_owner$
declare
    v_roles constant name[] := _acting_roles();
begin
    if not (p_owner = any(v_roles) or _acts_as_operator(v_roles)) then
        perform _raise(
            'not_authorised',
            jsonb_build_object(
                'object', p_object, 'name', p_name, 'owner', p_owner,
                'caller', _caller(), 'session_user', session_user
            ),
            coalesce(
                _role_that_helps(array[p_owner::name, 'ff_operator']),
                format('Ask for the role "%s", or an operator to change the owner.', p_owner)
            )
        );
    end if;
end;
$_check_owner$;

comment on function _check_owner is
'Refuses a caller that is neither a member of the role that owns an object nor an operator.';
