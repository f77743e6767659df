create or replace function _check_signalable(
    p_waitpoint ff_waitpoint,
    p_execution ff_exec_core,
    p_now timestamptz
)
returns void
language plpgsql
stable
as $_check_signalable$
declare
    v_limit constant integer := 10000;
    v_detail constant jsonb := jsonb_build_object(
        'execution_id', p_execution.execution_id,
        'waitpoint_id', p_waitpoint.waitpoint_id
    );
begin
    if p_execution.terminal_at is not null then
        perform _raise('target_not_signalable', v_detail || jsonb_build_object(
            'public_state', _public_state(p_execution.state)
        ));
    elsif not _is_open(p_waitpoint, p_execution, p_now) then
        perform _raise(
            'waitpoint_closed',
            v_detail || jsonb_build_object(
                'close_reason', coalesce(p_waitpoint.close_reason, 'never_committed')
            ),
            case
                when p_waitpoint.activated_at is not null then null
                when p_waitpoint.closed_at is not null
                    then 'It was closed before the execution waited for it.'
                when p_waitpoint.expires_at <= p_now
                    then 'Its time ended before the execution waited for it.'
                else 'Its attempt has ended, and the execution did not wait for it.'
            end
        );
    elsif (
        -- waitpoints count their signals: there are few of them
        select sum(w.signal_count)
        from ff_waitpoint as w
        where w.execution_id = p_execution.execution_id
    ) >= v_limit then
        perform _raise('signal_limit_exceeded', v_detail || jsonb_build_object('limit', v_limit));
    end if;
end;
$_check_signalable$;

comment on function _check_signalable is
'Refuses a signal when the execution has ended, the waitpoint is closed, or the execution has too many signals.';
