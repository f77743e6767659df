create or replace function _check_stream_size(p_what text, p_bytes integer, p_most integer)
returns void
language plpgsql
stable
as $_check_stream_size$
begin
    if p_bytes > p_most then
        perform _raise('stream_payload_too_large', jsonb_build_object(
            'what', p_what, 'bytes', p_bytes, 'max_bytes', p_most
        ));
    end if;
end;
$_check_stream_size$;

comment on function _check_stream_size is 'Refuses a frame or a document that is too large.';
