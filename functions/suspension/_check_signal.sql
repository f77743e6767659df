create or replace function _check_signal(p_request _signal_request)
returns void
language plpgsql
immutable
as $_check_signal$
begin
    perform _check_name('p_signal_name', p_request.signal_name, 'label');
    if p_request.signal_category is not null then
        perform _check_name('p_signal_category', p_request.signal_category, 'label');
    end if;
    perform _check_content('p_input', p_request.input, 'p_payload', p_request.payload);
    perform _check_name('p_source_type', p_request.source_type, 'label');
    if p_request.source_identity is not null then
        perform _check_name('p_source_identity', p_request.source_identity, 'label');
    end if;
    if p_request.idempotency_key is not null then
        perform _check_text('p_idempotency_key', p_request.idempotency_key, 1024);
    end if;
    if p_request.correlation_id is not null then
        perform _check_text('p_correlation_id', p_request.correlation_id, 1024);
    end if;
    if p_request.resume_delay_ms is null then
        perform _raise_null('p_resume_delay_ms');
    elsif not _is_duration(p_request.resume_delay_ms, 0) then
        perform _raise_invalid('p_resume_delay_ms', 'must be between 0 and 315360000000');
    end if;
end;
$_check_signal$;

comment on function _check_signal is 'Refuses wrong arguments of a call that delivers a signal.';
