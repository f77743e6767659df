-- The memory of an execution: one row for each step, written once, under the lock of the
-- execution. A wait is a row from its first call on, without saved_at until it has its outcome.
--
-- The contents of a row are checked by ff_check: PostgreSQL parses a check in each statement that
-- writes the table, which would cost a saved step a tenth of its time.
--
-- place counts up with each step that is begun and each outcome that is stored, so it is the order
-- in which steps were saved. The newest row has the totals that the limits compare, so saving a
-- step reads one row and counts none.
create table ff_step (
    execution_id uuid not null,
    step_key text not null,
    kind ff_step_kind not null,
    place integer not null,
    -- of a wait, whose outcome came later
    begun_place integer,
    attempt_index integer not null,
    step_count integer not null,
    byte_count bigint not null,
    begun_at timestamptz,
    saved_at timestamptz,
    output jsonb,
    result bytea,
    -- of a child
    child_execution_id uuid,
    ends_with_parent boolean,
    -- of a timer, a signal or a wait
    wake_at timestamptz,
    waited_epoch bigint,
    outcome text,
    -- of a signal
    signal_name text,
    sender text,
    received_at timestamptz,
    suspension_id uuid,
    -- of a wait for children
    awaited_keys text[],
    awaited_count integer,
    total_count integer,
    constraint step_key_of_execution primary key (execution_id, step_key)
);

create unique index step_in_its_place on ff_step (execution_id, place);

-- open waits
create index open_step on ff_step (execution_id)
where saved_at is null;

comment on table ff_step is 'The steps of executions, with their outcomes and open waits.';
comment on column ff_step.execution_id is 'The execution.';
comment on column ff_step.step_key is 'The step, as the handler calls it.';
comment on column ff_step.kind is 'The kind of step that the key stands for.';
comment on column ff_step.place is 'Its place in the order of what was begun and saved; that of its outcome once it has one.';
comment on column ff_step.begun_place is 'The place of its beginning; null: the same.';
comment on column ff_step.attempt_index is 'The attempt that saved it, or began to wait.';
comment on column ff_step.step_count is 'How many steps there were at this place.';
comment on column ff_step.byte_count is 'How many bytes they had together.';
comment on column ff_step.begun_at is 'When it began to wait; null: it does not wait.';
comment on column ff_step.saved_at is 'When its outcome was stored; null: it has none yet.';
comment on column ff_step.output is 'Its value as JSON.';
comment on column ff_step.result is 'Its value as bytes.';
comment on column ff_step.child_execution_id is 'The child that it submitted.';
comment on column ff_step.ends_with_parent is 'Whether the child is cancelled when its parent ends otherwise than completed.';
comment on column ff_step.wake_at is 'When it ends by time; null: never.';
comment on column ff_step.waited_epoch is 'The lease that was given back last to wait for it. An open step of an earlier lease is not waited for.';
comment on column ff_step.outcome is 'How the wait ended: slept, received, timed_out, ready or resumed.';
comment on column ff_step.signal_name is 'The signal that it waits for.';
comment on column ff_step.sender is 'The role that sent the signal.';
comment on column ff_step.received_at is 'When the signal was sent.';
comment on column ff_step.suspension_id is 'The suspension that is its wait.';
comment on column ff_step.awaited_keys is 'The children that it waits for; null: all that there were when it began.';
comment on column ff_step.awaited_count is 'How many of them must be over.';
comment on column ff_step.total_count is 'How many they are.';
