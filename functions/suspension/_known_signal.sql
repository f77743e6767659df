create or replace function _known_signal(p_waitpoint ff_waitpoint, p_request _signal_request)
returns ff_signal
language plpgsql
stable
as $_known_signal$
declare
    v_caller constant text := _caller()::text;
    v_known ff_signal;
begin
    select s.*
    into v_known
    from ff_signal as s
    where
        s.waitpoint_id = p_waitpoint.waitpoint_id
        and s.idempotency_key = p_request.idempotency_key
        -- keys count for each sender: one sender cannot block a signal of another with its key
        and s.delivered_by = v_caller
        and s.source_type = p_request.source_type
        and s.source_identity = coalesce(p_request.source_identity, v_caller);
    if not found then
        select s.*
        into v_known
        from ff_signal as s
        where
            s.execution_id = p_waitpoint.execution_id
            and s.signal_id = p_request.signal_id;
    end if;
    if v_known.signal_id is not null and (
        v_known.waitpoint_id is distinct from p_waitpoint.waitpoint_id
        or v_known.signal_name is distinct from p_request.signal_name
        or v_known.input is distinct from p_request.input
        or v_known.payload is distinct from p_request.payload
    ) then
        perform _raise('signal_conflict', jsonb_build_object(
            'waitpoint_id', p_waitpoint.waitpoint_id, 'signal_id', v_known.signal_id
        ));
    end if;
    return v_known;
end;
$_known_signal$;

comment on function _known_signal is
'The signal that a repeated call delivered before, by the key of its sender or by its id; raises when that signal was another one.';
