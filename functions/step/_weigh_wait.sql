create or replace function _weigh_wait(p_step ff_step, p_now timestamptz)
returns ff_step
language plpgsql
as $_weigh_wait$
declare
    v_step ff_step := p_step;
    v_mail ff_mailbox;
begin
    if p_step.kind = 'signal' then
        v_mail := _take_mail(p_step, p_now);
        if v_mail.mail_number is not null then
            v_step.outcome := 'received';
            v_step.output := v_mail.payload;
            v_step.sender := v_mail.sender;
            v_step.received_at := v_mail.sent_at;
        end if;
    elsif p_step.kind = 'wait' then
        v_step.output := to_jsonb(_finished_children(p_step));
        if jsonb_array_length(v_step.output) >= p_step.awaited_count then
            v_step.outcome := 'ready';
        end if;
    end if;
    if v_step.outcome is null and p_step.wake_at <= p_now then
        v_step.outcome := case p_step.kind when 'timer' then 'slept' else 'timed_out' end;
    end if;
    if v_step.outcome is null then
        return v_step;
    end if;
    return _store_outcome(v_step, p_now);
end;
$_weigh_wait$;

comment on function _weigh_wait is
'Stores the outcome of an open wait of a locked execution if the wait has ended: by a signal that came in time, by its children, or by time. Returns the step as it is then; the output of a wait for children has the ended ones in any case.';
