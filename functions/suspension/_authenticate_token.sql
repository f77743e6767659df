create or replace function _authenticate_token(
    p_execution_id uuid,
    p_waitpoint_id uuid,
    p_token text
)
returns void
language plpgsql
as $_authenticate_token$
declare
    v_waitpoint ff_waitpoint;
    v_is_there boolean;
    v_verdict text;
    -- null: the token has no expiry of its own; anything else behind the signature is malformed
    v_expires_us constant bigint := substring(p_token from '^[^:]*:[^:]*:([0-9]{1,16})$')::bigint;
    v_signature constant text := case
        when v_expires_us is null then p_token
        else substring(p_token from '^[^:]*:[^:]*')
    end;
begin
    select w.*
    into v_waitpoint
    from ff_waitpoint as w
    where
        w.waitpoint_id = p_waitpoint_id
        and w.execution_id = p_execution_id;
    v_is_there := found;
    -- The same work and the same error for an unknown execution, an unknown waitpoint and a wrong
    -- token: a caller without a valid token learns nothing.
    v_verdict := _token_verdict(
        v_signature,
        _token_message(
            p_execution_id, p_waitpoint_id,
            coalesce(v_waitpoint.waitpoint_key, ''), coalesce(v_waitpoint.created_at, 'epoch'),
            v_expires_us
        ),
        v_expires_us,
        _now()
    );
    if v_is_there and v_verdict = 'expired' then
        perform _raise('token_expired', jsonb_build_object('waitpoint_id', p_waitpoint_id));
    elsif not v_is_there or v_verdict <> 'valid' then
        perform _raise('invalid_token', jsonb_build_object('waitpoint_id', p_waitpoint_id));
    end if;
end;
$_authenticate_token$;

comment on function _authenticate_token is
'Refuses a caller without the token of the waitpoint, before anything is locked or returned. The signed fields of a waitpoint never change, so no lock is needed.';
