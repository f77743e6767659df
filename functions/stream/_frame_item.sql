create or replace function _frame_item(p_frame ff_stream_frame)
returns jsonb
language sql
stable
as $_frame_item$
    select jsonb_strip_nulls(jsonb_build_object(
        'cursor', _format_frame_cursor(p_frame.frame_ms, p_frame.frame_seq),
        'kind', p_frame.kind,
        'frame_type', p_frame.frame_type,
        'mode', p_frame.mode,
        'appended_at', p_frame.appended_at,
        'encoding', p_frame.encoding,
        'correlation_id', p_frame.correlation_id,
        'summary_version', p_frame.summary_version
    )) || case p_frame.encoding
        when 'utf8' then jsonb_build_object('text', convert_from(p_frame.payload, 'UTF8'))
        when 'json' then jsonb_build_object(
            'json', convert_from(p_frame.payload, 'UTF8')::jsonb
        )
        else jsonb_build_object(
            'base64', translate(encode(p_frame.payload, 'base64'), chr(10), '')
        )
    end
$_frame_item$;

comment on function _frame_item is 'A frame as a reader gets it.';
