-- Signals by name, from ff_send_signal: kept for the execution until a step takes them, the oldest
-- first. Read and written under the lock of the execution. A signal with a key stays as a row
-- without a payload when it was used, so that it is known when it is sent again.
create table ff_mailbox (
    mail_number bigint generated always as identity primary key,
    execution_id uuid not null,
    signal_name text not null,
    payload jsonb,
    sender text not null,
    dedup_key text,
    sent_at timestamptz not null,
    used_at timestamptz
);

create index unused_mail on ff_mailbox (execution_id, signal_name, mail_number)
where used_at is null;

create unique index mail_of_key on ff_mailbox (execution_id, signal_name, dedup_key)
where dedup_key is not null;

comment on table ff_mailbox is 'Signals that were sent to executions by name, until a step takes them.';
comment on column ff_mailbox.mail_number is 'The order in which they came.';
comment on column ff_mailbox.execution_id is 'To which execution.';
comment on column ff_mailbox.signal_name is 'The name of the signal.';
comment on column ff_mailbox.payload is 'Its payload; null: none, or a step has it.';
comment on column ff_mailbox.sender is 'The role that sent it.';
comment on column ff_mailbox.dedup_key is 'The key of the sender, by which a signal is known that is sent again.';
comment on column ff_mailbox.sent_at is 'When it was sent.';
comment on column ff_mailbox.used_at is 'When a step took it; null: it is unused.';
