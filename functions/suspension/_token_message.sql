create or replace function _token_message(
    p_execution_id uuid,
    p_waitpoint_id uuid,
    p_waitpoint_key text,
    p_created_at timestamptz
)
returns text
language plpgsql
immutable
as $_token_message$
begin
    -- an array of JSON: no part can be mistaken for another, whatever it contains
    return jsonb_build_array(
        'ff-waitpoint-1',
        p_execution_id,
        p_waitpoint_id,
        p_waitpoint_key,
        (extract(epoch from p_created_at) * 1000000)::bigint
    )::text;
end;
$_token_message$;

comment on function _token_message is
'The text that the token of a waitpoint signs: execution, waitpoint, key and creation time.';
