create or replace function ff_send_signal(
    p_execution_id uuid,
    p_signal_name text,
    p_payload jsonb default null,
    p_dedup_key text default null
)
returns ff_sent_signal
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_send_signal$
declare
    v_execution ff_exec_core;
    v_mail ff_mailbox;
    v_step ff_step;
    v_now timestamptz;
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_name('p_signal_name', p_signal_name, 'label');
    perform _check_json('p_payload', p_payload);
    if p_dedup_key is not null then
        perform _check_text('p_dedup_key', p_dedup_key, 512);
    end if;
    perform _check_sender(p_execution_id);
    v_execution := _lock_execution(p_execution_id);
    v_now := _now_at_gate();
    if p_dedup_key is not null and exists (
        select 1
        from ff_mailbox as m
        where
            m.execution_id = p_execution_id
            and m.signal_name = p_signal_name
            and m.dedup_key = p_dedup_key
    ) then
        return (
            p_execution_id, 'duplicate', _state_of(p_execution_id)
        )::ff_sent_signal;
    end if;
    -- a timeout that is due comes first
    v_execution := _settled_waits(v_execution, v_now);
    perform _check_mailbox(v_execution);
    v_mail.execution_id := p_execution_id;
    v_mail.signal_name := p_signal_name;
    v_mail.payload := p_payload;
    v_mail.sender := _caller()::text;
    v_mail.dedup_key := p_dedup_key;
    v_mail.sent_at := v_now;
    insert into ff_mailbox (execution_id, signal_name, payload, sender, dedup_key, sent_at)
    values (
        v_mail.execution_id, v_mail.signal_name, v_mail.payload, v_mail.sender,
        v_mail.dedup_key, v_mail.sent_at
    )
    on conflict do nothing;
    -- a wait that begins in an older snapshot, which does not show the signal, conflicts here
    update ff_exec_core as e
    set updated_at = v_now
    where e.execution_id = p_execution_id;
    if v_execution.state in ('suspended_signal', 'children_resume') then
        select s.*
        into v_step
        from _awaited_steps(v_execution) as s
        where s.signal_name = p_signal_name
        order by s.place
        limit 1;
        if found then
            v_step := _weigh_wait(v_step, v_now);
        end if;
    end if;
    perform _record_event(
        'signal_delivered', v_execution, v_now, 'none',
        jsonb_strip_nulls(jsonb_build_object(
            'signal_name', p_signal_name,
            'source_type', 'sender',
            'source_identity', v_mail.sender,
            'step_key', v_step.step_key,
            'effect', case
                when v_step.saved_at is not null then 'resume_condition_satisfied'
                else 'kept_in_mailbox'
            end
        ))
    );
    -- last: a decided join may end the execution as soon as it goes on
    if v_step.saved_at is not null then
        v_execution := _resume_waiting(v_execution, v_step, v_now);
    end if;
    return (
        p_execution_id, 'sent', _public_state(v_execution.state)
    )::ff_sent_signal;
end;
$ff_send_signal$;

comment on function ff_send_signal is
$$Sends a signal to an execution, by name: ends its wait for that name (`ff_wait_signal`), or is kept for the wait that will ask for it.

In a lane without grants it is for `ff_producer` and `ff_operator`, in a restricted lane for roles with the right `signal`. Senders outside of the database get the token of a waitpoint (`ff_suspend`, `ff_deliver_signal`).

Effects: `sent`: if the execution waits for the signal, the step has its outcome, with the payload and the caller's role, and the execution is `waiting` for a worker. Otherwise the signal is kept, and a later wait takes the oldest one first. An execution keeps at most 1,000 unused signals.

Idempotent: with `p_dedup_key`: sent again under the same name and key, also after the signal was used, the call returns `duplicate` and writes nothing; the first payload stands. A key is known for a day after its signal was used, and longer until `ff_continue_as_new`.

Locks: the execution, until the caller's transaction ends.

Errors: ZF201 execution_not_found, ZF505 target_not_signalable when the execution has ended, ZF508 signal_limit_exceeded; ZF801 not_authorised; 22023 and 22004 for arguments.

Example:
```sql
select outcome, public_state
from flowfabric.ff_send_signal(:'execution_id', 'approved', '{"by": "ada"}', 'form 17');
```
$$;
