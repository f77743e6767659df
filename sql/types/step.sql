-- Steps: the memory of an execution, and its waits.
create type ff_step_kind as enum ('value', 'timer', 'signal', 'child', 'wait');

create type ff_saved_step as (
    step_key text,
    outcome text,
    output jsonb,
    result bytea
);

create type ff_step_description as (
    step_key text,
    kind text,
    output jsonb,
    result bytea,
    child_execution_id uuid,
    wake_at timestamptz,
    attempt_index integer,
    saved_at timestamptz
);

create type ff_slept as (
    outcome text,
    wake_at timestamptz,
    remaining_ms bigint
);

create type ff_waited_signal as (
    outcome text,
    payload jsonb,
    sender text,
    received_at timestamptz
);

create type ff_sent_signal as (
    execution_id uuid,
    outcome text,
    public_state text
);

create type ff_spawned_child as (
    step_key text,
    execution_id uuid,
    outcome text,
    public_state text
);

create type ff_awaited_children as (
    outcome text,
    finished_keys text[],
    total_count integer
);

create type ff_child_description as (
    step_key text,
    execution_id uuid,
    public_state text,
    output jsonb,
    result bytea,
    failure_reason text,
    failure_category text
);

create type ff_result_bell as (
    channel text,
    is_any_over boolean
);

comment on type ff_step_kind is 'The kinds of steps: a value, a time to sleep, a signal, a child, a wait for children.';

comment on type ff_saved_step is 'Answer of ff_save_step: the value of the step, which is that of its first call.';
comment on column ff_saved_step.step_key is 'The step.';
comment on column ff_saved_step.outcome is 'saved or already_saved.';
comment on column ff_saved_step.output is 'The value as JSON; null: it was given as bytes or not at all.';
comment on column ff_saved_step.result is 'The value as bytes; null: it was given as JSON or not at all.';

comment on type ff_step_description is 'Answer of ff_list_steps: one step.';
comment on column ff_step_description.step_key is 'The step.';
comment on column ff_step_description.kind is 'value, timer, signal, child or wait.';
comment on column ff_step_description.output is 'The value as JSON: of a signal its payload, of a wait the keys of the children that were over; null: none, or bytes.';
comment on column ff_step_description.result is 'The value as bytes; null: it was given as JSON or not at all.';
comment on column ff_step_description.child_execution_id is 'The child; null: the step is not a child.';
comment on column ff_step_description.wake_at is 'When a timer ends, or a wait times out; null: never, or it does not wait.';
comment on column ff_step_description.attempt_index is 'The index of the attempt that saved it, or began to wait.';
comment on column ff_step_description.saved_at is 'When its outcome was stored; null: it waits for its outcome.';

comment on type ff_slept is 'Answer of ff_sleep: slept, or sleeping and the lease was given back.';
comment on column ff_slept.outcome is 'slept: go on; or sleeping: the lease was given back.';
comment on column ff_slept.wake_at is 'When the sleep ends, as its first call has set it.';
comment on column ff_slept.remaining_ms is 'Milliseconds until wake_at, at least 0.';

comment on type ff_waited_signal is 'Answer of ff_wait_signal: the outcome of the wait, or waiting and the lease was given back.';
comment on column ff_waited_signal.outcome is 'received or timed_out: go on; or waiting: the lease was given back.';
comment on column ff_waited_signal.payload is 'The payload of the signal as JSON; null: none, or no signal was received.';
comment on column ff_waited_signal.sender is 'The role that sent it; null: no signal was received.';
comment on column ff_waited_signal.received_at is 'When it was sent; null: no signal was received.';

comment on type ff_sent_signal is 'Answer of ff_send_signal; outcome is sent or duplicate.';
comment on column ff_sent_signal.execution_id is 'The execution.';
comment on column ff_sent_signal.outcome is 'sent or duplicate.';
comment on column ff_sent_signal.public_state is 'Its public state after the call.';

comment on type ff_spawned_child is 'Answer of ff_spawn and ff_spawn_batch: one child.';
comment on column ff_spawned_child.step_key is 'The step that submitted the child.';
comment on column ff_spawned_child.execution_id is 'The child.';
comment on column ff_spawned_child.outcome is 'spawned or already_spawned.';
comment on column ff_spawned_child.public_state is 'The public state of the child now; null: retention has removed it.';

comment on type ff_awaited_children is 'Answer of ff_await_children: the outcome of the wait, or waiting and the lease was given back.';
comment on column ff_awaited_children.outcome is 'ready or timed_out: go on; or waiting: the lease was given back.';
comment on column ff_awaited_children.finished_keys is 'The steps of the awaited children that have ended; once the wait has an outcome, of those that had ended then.';
comment on column ff_awaited_children.total_count is 'The number of awaited children.';

comment on type ff_child_description is 'Answer of ff_list_children: one child.';
comment on column ff_child_description.step_key is 'The step that submitted it.';
comment on column ff_child_description.execution_id is 'The child.';
comment on column ff_child_description.public_state is 'Its public state; null: retention has removed it, or its lane is closed to the caller.';
comment on column ff_child_description.output is 'Its result as JSON; null: it has none, or it is given as bytes.';
comment on column ff_child_description.result is 'Its result as bytes; null: it has none, or it is given as JSON.';
comment on column ff_child_description.failure_reason is 'The reason of its last failure; null: no attempt has failed.';
comment on column ff_child_description.failure_category is 'The category of its last failure; null: none was given.';

comment on type ff_result_bell is 'Answer of ff_await_result: where to listen, and whether one of the executions has ended.';
comment on column ff_result_bell.channel is 'The channel to listen on; the payload of a notification is the id of an execution that has ended.';
comment on column ff_result_bell.is_any_over is 'Whether one of the executions has ended; then no notification follows.';
