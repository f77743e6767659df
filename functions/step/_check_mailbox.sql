create or replace function _check_mailbox(p_execution ff_exec_core)
returns void
language plpgsql
volatile
as $_check_mailbox$
declare
    v_most constant integer := 1000;
begin
    if p_execution.terminal_at is not null then
        perform _raise('target_not_signalable', jsonb_build_object(
            'execution_id', p_execution.execution_id,
            'public_state', _public_state(p_execution.state)
        ));
    elsif (
        select count(*)
        from ff_mailbox as m
        where m.execution_id = p_execution.execution_id and m.used_at is null
    ) >= v_most then
        perform _raise('signal_limit_exceeded', jsonb_build_object(
            'execution_id', p_execution.execution_id, 'limit', v_most
        ));
    end if;
end;
$_check_mailbox$;

comment on function _check_mailbox is
'Refuses a signal when the execution has ended, or keeps too many signals.';
