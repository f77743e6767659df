create or replace function _token_of(p_waitpoint ff_waitpoint)
returns text
language plpgsql
stable
as $_token_of$
begin
    return _sign(_token_message(
        p_waitpoint.execution_id, p_waitpoint.waitpoint_id,
        p_waitpoint.waitpoint_key, p_waitpoint.created_at
    ));
end;
$_token_of$;

comment on function _token_of is
'The token of a waitpoint, signed with the active key. A token that was signed before a rotation stays valid, too.';
