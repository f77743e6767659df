create or replace function _token_message(
    p_execution_id uuid,
    p_waitpoint_id uuid,
    p_waitpoint_key text,
    p_created_at timestamptz,
    p_expires_us bigint
)
returns text
language plpgsql
immutable
as $_token_message$
begin
    -- an array of JSON: no part can be mistaken for another, whatever it contains
    return (
        jsonb_build_array(
            case when p_expires_us is null then 'ff-waitpoint-1' else 'ff-waitpoint-2' end,
            p_execution_id,
            p_waitpoint_id,
            p_waitpoint_key,
            (extract(epoch from p_created_at) * 1000000)::bigint
        )
        || case when p_expires_us is null then '[]' else jsonb_build_array(p_expires_us) end
    )::text;
end;
$_token_message$;

comment on function _token_message is
'The text that the token of a waitpoint signs: execution, waitpoint, key and creation time, and the expiry of the token if it has one of its own.';
