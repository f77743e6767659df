create or replace function _token_of(
    p_waitpoint ff_waitpoint,
    p_expires_at timestamptz default null
)
returns text
language plpgsql
stable
as $_token_of$
declare
    v_expires_us constant bigint := (extract(epoch from p_expires_at) * 1000000)::bigint;
begin
    return concat_ws(
        ':',
        _sign(_token_message(
            p_waitpoint.execution_id, p_waitpoint.waitpoint_id,
            p_waitpoint.waitpoint_key, p_waitpoint.created_at, v_expires_us
        )),
        v_expires_us
    );
end;
$_token_of$;

comment on function _token_of is
'The token of a waitpoint, signed with the active key; its own expiry, if it has one, stands behind the signature, which covers it. A token that was signed before a rotation stays valid, too.';
