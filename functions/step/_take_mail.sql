create or replace function _take_mail(p_step ff_step, p_now timestamptz)
returns ff_mailbox
language plpgsql
as $_take_mail$
declare
    v_mail ff_mailbox;
begin
    select m.*
    into v_mail
    from ff_mailbox as m
    where
        m.execution_id = p_step.execution_id
        and m.signal_name = p_step.signal_name
        and m.used_at is null
        -- however late it is looked for, a signal that came after the timeout is not its outcome
        and coalesce(m.sent_at < p_step.wake_at or m.sent_at <= p_step.begun_at, true)
    order by m.mail_number
    limit 1;
    if v_mail.dedup_key is not null then
        update ff_mailbox as m
        set used_at = p_now, payload = null
        where m.mail_number = v_mail.mail_number;
    else
        delete from ff_mailbox as m where m.mail_number = v_mail.mail_number;
    end if;
    return v_mail;
end;
$_take_mail$;

comment on function _take_mail is
'Takes the oldest unused signal that a step waits for out of the mailbox of its locked execution; null without one.';
