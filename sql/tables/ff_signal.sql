-- Signals, in the order in which they were accepted. A new signal does not read those before it:
-- how far a condition has come stands in its suspension.
create table ff_signal (
    signal_number bigint generated always as identity primary key,
    signal_id uuid not null,
    execution_id uuid not null,
    waitpoint_id uuid not null,
    signal_name text not null,
    signal_category text,
    input jsonb,
    payload bytea,
    source_type text not null,
    source_identity text not null,
    source_key text,
    delivered_by text not null,
    correlation_id text,
    idempotency_key text,
    accepted_at timestamptz not null,
    effect ff_signal_effect not null
);

create unique index one_signal_of_an_id on ff_signal (execution_id, signal_id);

create unique index one_signal_of_a_key
on ff_signal (waitpoint_id, idempotency_key, delivered_by, source_type, source_identity)
where idempotency_key is not null;

create index signal_of_waitpoint on ff_signal (waitpoint_id, signal_number);

create index signal_of_source on ff_signal (waitpoint_id, source_key, signal_name)
where source_key is not null;

comment on table ff_signal is 'Signals that were accepted.';
comment on column ff_signal.signal_number is 'Their order.';
comment on column ff_signal.signal_id is 'Identity of the signal.';
comment on column ff_signal.execution_id is 'The execution.';
comment on column ff_signal.waitpoint_id is 'Where it was delivered.';
comment on column ff_signal.signal_name is 'The name of the signal.';
comment on column ff_signal.signal_category is 'Its category, in a word of the sender; approval for an approval.';
comment on column ff_signal.input is 'Its payload as JSON.';
comment on column ff_signal.payload is 'Its payload as bytes.';
comment on column ff_signal.source_type is 'The kind of sender, as the sender states it.';
comment on column ff_signal.source_identity is 'Which sender; the role that delivered it where none was named.';
comment on column ff_signal.source_key is 'The source that is counted; null: it does not count.';
comment on column ff_signal.delivered_by is 'The role that delivered it.';
comment on column ff_signal.correlation_id is 'A key of the sender, to find the signal again.';
comment on column ff_signal.idempotency_key is 'Key of the delivery, unique for the waitpoint and the sender.';
comment on column ff_signal.accepted_at is 'When it was accepted.';
comment on column ff_signal.effect is 'The effect that it had at its delivery.';
